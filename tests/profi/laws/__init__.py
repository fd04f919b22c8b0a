"""Laws of Profi, written from the clauses alone. They read the record and the profiles as written, call no rule
function, and are checked after every decision of random races (`tests/profi/test_laws.py`)."""
