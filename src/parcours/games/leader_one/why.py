from typing import Any
def why_not(*a: Any) -> Any: return ()
