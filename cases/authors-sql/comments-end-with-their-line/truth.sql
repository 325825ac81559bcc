VALUES ('done', '?', 'done ?', 4), ('open', '$1 :x @y', 'open $1 :x @y', 2), ('void', '$1 :x @y', 'void $1 :x @y', 1)
