SELECT fare FROM flights WHERE strftime(planned_on, '%Y%m%d') = '20181104'
