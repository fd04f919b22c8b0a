"""Laws of Profi, written from the clauses alone. They read the record and the courses' words, call no rule
function, and are held against every decision of random races (`tests/profi/test_laws.py`)."""
