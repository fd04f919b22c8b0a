from typing import Any
def story(*a: Any) -> Any: return ()
