"""The log of players: what people do on the page where they solve. It only grows, and it is the truth about players.

How it is kept
    `root/players/log.sqlite` (SQLite, only its owner can read it), or the PostgreSQL database that `TSUME_PLAYER_DB`
    names. Both have the same tables (`tables.py`), which numbered migrations make and change (`migrations.py`).
    An event is on the disk before it is acknowledged. One thread writes: it takes all that has come meanwhile and
    commits it together (`writer.py`), so that many players share the cost of one commit.

Numbers
    Events are numbered in the order of their commits. Every writer, in whatever process, first takes the one row of
    `log_state` and keeps it until its commit. So whoever reads "all after number N" never misses one.

What happened when
    An event has a key; the same key a second time changes nothing. The table `attempt` sums up the events of each
    attempt, is written together with them, and could be made from them again.

People
    A player is a random id. What the browser holds is a token, and a code carries a player to another device; the log
    has only their SHA-256. Whoever is forgotten leaves nothing but the SHA-256 of the id, by which the lake forgets
    them too (`assets/stages/players.py`). What people type is stored as it is, without control characters, and is
    never interpreted (`words.py`).

`log.py` is the way in.
"""
