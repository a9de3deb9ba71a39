/*
 * A flush beside two writers and a power failure at any time. bits_* and state_* in memory and on the disk; the disk
 * gets pages in any order. Naive forms: MARK_BEFORE: the writer looks at the mark before its OR only;
 * MARK_UNAWAITED: marks the image dirty without waiting for the disk.
 */
#define DIRTY 0
#define CLEAN 1
#define FLUSHING 2
#define DIRTYING 3
bit bits_memory[2], bits_disk[2], acknowledged[2];
byte state_memory = CLEAN, state_disk = CLEAN;

proctype writer(byte i)
{
#ifdef MARK_BEFORE
    atomic {
        if
        :: state_memory != DIRTY -> state_memory = DIRTY
        :: else
        fi
    }
    state_disk = state_memory;
    bits_memory[i] = 1;
#else
    bits_memory[i] = 1;
    do
    :: atomic { state_memory == DIRTY -> break }
    :: atomic { state_memory == FLUSHING -> state_memory = DIRTY }
#ifdef MARK_UNAWAITED
    :: atomic { state_memory == CLEAN -> state_memory = DIRTY }
#else
    :: atomic { (state_memory == CLEAN || state_memory == DIRTYING) -> state_memory = DIRTYING };
       state_disk = state_memory; /* msync of the header */
       atomic {
           if
           :: state_memory == DIRTYING -> state_memory = DIRTY
           :: else
           fi
       }
#endif
    od;
#endif
    acknowledged[i] = 1
}

proctype flusher()
{
    byte n;
    bit is_flushing;
    do
    :: n < 2 ->
        n++;
        atomic {
            if
            :: state_memory == DIRTY -> state_memory = FLUSHING; is_flushing = 1
            :: else -> is_flushing = 0
            fi
        }
        if
        :: is_flushing ->
            bits_disk[0] = bits_memory[0];
            bits_disk[1] = bits_memory[1];
            atomic {
                if
                :: state_memory == FLUSHING -> state_memory = CLEAN
                :: else
                fi
            }
            state_disk = state_memory
        :: else
        fi
    :: break
    od
}

/* The kernel writes pages when it likes. */
proctype writeback()
{
    byte n;
    do
    :: n < 3 ->
        n++;
        if
        :: state_disk = state_memory
        :: bits_disk[0] = bits_memory[0]
        :: bits_disk[1] = bits_memory[1]
        fi
    :: break
    od
}

proctype power()
{
    atomic {
        assert(!(state_disk == CLEAN &&
                 ((acknowledged[0] && !bits_disk[0]) || (acknowledged[1] && !bits_disk[1]))))
    }
}

init {
    atomic {
        run writer(0);
        run writer(1);
        run flusher();
        run writeback();
        run power()
    }
}
