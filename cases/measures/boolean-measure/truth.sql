SELECT EXISTS (FROM orders WHERE amount > 50)
