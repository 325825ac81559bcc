-- The plain measure sees orders above 30, as the model asks; the stage sees all.
VALUES ('done', 110, 140)
