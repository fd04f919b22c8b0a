from parcours.engine.words import Say
def rider_name(r): return Say("{n}", n=(r//4+2)*10+r%4+1)
def notation(race, action, course): return str(action)
def action_words(race, action, course): return Say("x")
def code_words(a): return Say("x")
def story(*a): return ()
