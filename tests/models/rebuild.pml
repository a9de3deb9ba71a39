/*
 * A chain of rebuilds, one item, sequentially consistent memory. Images 0 to 2; `link` is the state word's link,
 * `path` the image that the name points to, `db` whether the source of truth has the item.
 *
 * How the writer orders source of truth and filter: COMMIT_ADD, ADD_COMMIT, ADD_COMMIT_ADD.
 * WRITER_KILLED, REBUILDER_KILLED: anywhere. GRACE: the loader waits out transactions older than the announcement.
 * The protocol's naive forms, each of which must fail somewhere:
 *   RENAME_SWITCHES   the rename is the switch, the old image is marked superseded after it
 *   ONE_STEP          the dual write looks at the first image's link only
 *   SKIP_PRESENT      an item that is present already returns before the link is looked at
 */
#define NONE 0
#define BUILDING 1
#define LIVE 2
bit has[3];
byte link[3];
bit superseded[3];
byte path = 0;
bit db = 0, acknowledged = 0, writer_killed = 0, writer_done = 0, rebuilder_done = 0, in_transaction = 0;

inline may_die_rebuilder()
{
#ifdef REBUILDER_KILLED
    if
    :: goto dead
    :: skip
    fi
#else
    skip
#endif
}

inline may_die_writer()
{
#ifdef WRITER_KILLED
    if
    :: goto killed
    :: skip
    fi
#else
    skip
#endif
}

proctype rebuilder()
{
    byte g;
    do
    :: path < 2 ->
        g = path;
        may_die_rebuilder();
        link[g] = BUILDING;
        may_die_rebuilder();
#ifdef GRACE
        (in_transaction == 0);
#endif
        if
        :: db -> has[g + 1] = 1
        :: else
        fi;
        may_die_rebuilder();
#ifdef RENAME_SWITCHES
        path = g + 1;
        may_die_rebuilder();
        superseded[g] = 1
#else
        link[g] = LIVE;
        may_die_rebuilder();
        path = g + 1
#endif
    :: break
    od;
dead:
    rebuilder_done = 1
}

/* As change_all() in filter.c: the announced image first, then the one in use, then look again. */
inline add()
{
#ifdef ONE_STEP
    has[w] = 1;
    if
    :: link[w] != NONE -> has[w + 1] = 1
    :: else
    fi
#else
#ifdef SKIP_PRESENT
    if
    :: has[w] -> skip
    :: else ->
#endif
    c = w;
    done = 0;
    do
    :: true ->
        l = link[c];
        if
        :: l == LIVE -> c = c + 1; done = 0
        :: l == BUILDING ->
            has[c + 1] = 1;
            may_die_writer();
            if
            :: !done -> has[c] = 1; done = 1
            :: else
            fi;
            may_die_writer();
            if
            :: link[c] == BUILDING -> break
            :: else
            fi
        :: else ->
            if
            :: !done -> has[c] = 1; done = 1; may_die_writer()
            :: else
            fi;
            if
            :: link[c] == NONE -> break
            :: else
            fi
        fi
    od
#ifdef SKIP_PRESENT
    fi
#endif
#endif
}

proctype writer()
{
    byte w, c, l;
    bit done;
    w = path; /* attaches at any time, then is slow */
#ifdef COMMIT_ADD
    db = 1;
    may_die_writer();
    add();
#endif
#ifdef ADD_COMMIT
    add();
    may_die_writer();
    db = 1;
#endif
#ifdef ADD_COMMIT_ADD
    in_transaction = 1;
    add();
    may_die_writer();
    db = 1;
    in_transaction = 0;
    may_die_writer();
    add();
#endif
    acknowledged = 1;
    goto end;
killed:
    writer_killed = 1;
end:
    in_transaction = 0;
    writer_done = 1
}

proctype reader()
{
    byte r, n;
    bit must, seen;
    r = path;
    do
    :: n < 2 ->
        n++;
        must = acknowledged;
#ifdef RENAME_SWITCHES
        do
        :: superseded[r] && r != path -> r = path
        :: else -> break
        od;
#else
        do
        :: link[r] == LIVE -> r = r + 1
        :: else -> break
        od;
#endif
        seen = has[r];
        assert(!(must && !seen))
    :: break
    od
}

/* In the end the version in use has what the source of truth has, if anything was rebuilt at all. */
proctype judge()
{
    byte c;
    (writer_done && rebuilder_done);
    c = path;
#ifndef RENAME_SWITCHES
    do
    :: link[c] == LIVE -> c = c + 1
    :: else -> break
    od;
#endif
    assert(!(db && (acknowledged || writer_killed) && !has[c] && c > 0))
}

init {
    atomic {
        run writer();
        run rebuilder();
        run reader();
        run judge()
    }
}
