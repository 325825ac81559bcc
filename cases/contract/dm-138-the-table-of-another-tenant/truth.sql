SELECT sum(1) FROM refunds
