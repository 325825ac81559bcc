SELECT 'x'' OR ''1''=''1\', 7
