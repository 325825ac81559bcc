SELECT sum(views), count(*) FROM posts WHERE id IN (SELECT post_id FROM post_tags)
