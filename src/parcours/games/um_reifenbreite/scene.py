from types import SimpleNamespace
def scene(m,s): return SimpleNamespace(pieces=())
