SELECT (SELECT sum(views) FROM posts), (SELECT count(DISTINCT tag_id) FROM post_tags), (SELECT count(*) FROM post_tags)
