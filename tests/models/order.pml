/*
 * What the orderings are for, on a machine that delays stores and hastens loads, one rebuild, one item. Every store
 * but the rebuilder's compare-and-exchange goes through a buffer that is emptied at any time and in any order; the
 * reader may load the next image's bit before the word that leads to it.
 * NO_FENCE: the writer looks at the word without a fence after its stores. NO_ACQUIRE: the reader's load is relaxed.
 * NO_RELEASE: what the loader stored may become visible after LIVE.
 */
#define NONE 0
#define BUILDING 1
#define LIVE 2
byte link = NONE;
bit has_old, has_next, db; /* as everyone sees them */
bit buffered_old, buffered_db, buffered_next_writer, buffered_next_loader;
bit acknowledged, writer_done, rebuilder_done;

/* Stores become visible in any order. */
proctype buffers()
{
end:
    do
    :: buffered_old -> has_old = 1; buffered_old = 0
    :: buffered_db -> db = 1; buffered_db = 0
    :: buffered_next_writer -> has_next = 1; buffered_next_writer = 0
    :: buffered_next_loader -> has_next = 1; buffered_next_loader = 0
    od
}

inline fence()
{
#ifndef NO_FENCE
    (!buffered_old && !buffered_db && !buffered_next_writer)
#else
    skip
#endif
}

/* Commit, then add. */
proctype writer()
{
    byte l;
    buffered_db = 1;
    buffered_old = 1;
    fence();
    l = link;
    do
    :: l == NONE -> break
    :: else ->
        buffered_next_writer = 1;
        fence();
        break
    od;
    (!buffered_old && !buffered_next_writer); /* whoever hears of the acknowledgement sees what preceded it */
    acknowledged = 1;
    writer_done = 1
}

proctype rebuilder()
{
    link = BUILDING;
    if
    :: db -> buffered_next_loader = 1
    :: else
    fi;
#ifndef NO_RELEASE
    (!buffered_next_loader);
#endif
    link = LIVE;
    rebuilder_done = 1
}

proctype reader()
{
    bit must, early_next, early, seen;
    byte l;
    must = acknowledged;
#ifdef NO_ACQUIRE
    if
    :: early_next = has_next; early = 1
    :: skip
    fi;
    if
    :: must = (must || acknowledged) /* had the lookup begun only now */
    :: skip
    fi;
#endif
    l = link;
    if
    :: l == LIVE ->
        if
        :: early -> seen = early_next
        :: else -> seen = has_next
        fi
    :: else -> seen = has_old
    fi;
    assert(!(must && !seen))
}

proctype judge()
{
    (writer_done && rebuilder_done && !buffered_next_loader && !buffered_db);
    assert(has_next)
}

init {
    atomic {
        run buffers();
        run writer();
        run rebuilder();
        run reader();
        run judge()
    }
}
