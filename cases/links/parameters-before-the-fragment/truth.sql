VALUES ('/find?a%20b=O%27Brien&n=1&fixed=x%26y#result'), ('/find?a%20b=50%25&n=2&fixed=x%26y#result'), ('/find?a%20b=semi%3B%20--%20colon&n=8&fixed=x%26y#result'), (NULL)
