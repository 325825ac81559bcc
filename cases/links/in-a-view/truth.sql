VALUES ('/dashboards/sales%20of%202024?word=ant', 1)
