/*
 * A switch on a disk and a power failure at any time: what the name points to on the disk must not say CLEAN without
 * every acknowledged add. Two images; the old one was flushed before. STAYS_CLEAN: the switch does not first make
 * the old image's mark dirty. FLUSH_AFTER_LIVE: a flush of the old image may make it CLEAN after the switch.
 */
#define DIRTY 0
#define CLEAN 1
bit live_memory, live_disk, name_memory, name_disk; /* of the old image's link; which image has the name */
bit item_memory[2], item_disk[2], acknowledged;
byte mark_memory[2], mark_disk[2];

proctype rebuilder()
{
    /* the new version is complete on the disk under its own name */
    mark_memory[1] = CLEAN;
    mark_disk[1] = CLEAN;
#ifndef STAYS_CLEAN
    do
    :: true ->
        mark_memory[0] = DIRTY;
        mark_disk[0] = DIRTY;
        atomic {
            if
            :: mark_memory[0] == DIRTY -> live_memory = 1; break
            :: else
            fi
        }
    od;
#else
    live_memory = 1;
#endif
    name_memory = 1;
    name_disk = 1 /* fsync of the directory */
}

proctype flusher()
{
    bit had;
#ifndef FLUSH_AFTER_LIVE
    if
    :: live_memory -> goto end
    :: else
    fi;
#endif
    had = item_memory[0];
    item_disk[0] = had;
    atomic {
        if
#ifndef FLUSH_AFTER_LIVE
        :: live_memory -> goto end
#endif
        :: item_memory[0] != had -> goto end /* an add took FLUSHING back */
        :: else -> mark_memory[0] = CLEAN
        fi
    }
    mark_disk[0] = mark_memory[0];
end:
    skip
}

/* Adds after the switch, so to the new image only. */
proctype writer()
{
    (live_memory);
    item_memory[1] = 1;
    mark_memory[1] = DIRTY;
    mark_disk[1] = DIRTY;
    acknowledged = 1
}

proctype writeback()
{
    byte n;
    do
    :: n < 4 ->
        n++;
        if
        :: live_disk = live_memory
        :: name_disk = name_memory
        :: mark_disk[0] = mark_memory[0]
        :: mark_disk[1] = mark_memory[1]
        :: item_disk[1] = item_memory[1]
        fi
    :: break
    od
}

/* Who opens it after the failure follows the link, if the disk has it. */
proctype power()
{
    byte image;
    atomic {
        image = (name_disk || live_disk -> 1 : 0);
        assert(!(acknowledged && mark_disk[image] == CLEAN && !item_disk[image]))
    }
}

init {
    atomic {
        mark_memory[0] = CLEAN;
        mark_disk[0] = CLEAN;
        run rebuilder();
        run flusher();
        run writer();
        run writeback();
        run power()
    }
}
