-- The mask is an expression: an order without a customer has it as well.
SELECT -1, 7
