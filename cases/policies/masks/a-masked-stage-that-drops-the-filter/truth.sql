-- The filter shows the rows of the group, and the stage reads others beside them.
SELECT NULL, 250
