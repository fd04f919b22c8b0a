def story(*a): return ()
