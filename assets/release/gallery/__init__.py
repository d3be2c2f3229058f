"""The gallery: the pages of a release, a static site that works from disk and asks for nothing from elsewhere.

`site.write_site` writes all of it from an edition. Puzzles are drawn once, with every step of their answers, and
packed into chunks (`chunks`) that the scripts load as they are needed; `catalogue` is the list that they filter and
sort. The pages with few puzzles (`front`, `sheet`) have their drawings in them and need no scripts.
"""
