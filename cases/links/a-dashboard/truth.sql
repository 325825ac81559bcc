VALUES ('/dashboards/sales%20of%202024?word=%22quoted%22'), ('/dashboards/sales%20of%202024?word=two%0Alines')
