/*
 * An aborted rebuild, then another; a writer that has the aborted image mapped from an earlier add. REUSED: both
 * get the same number. Images: 0 in use, 1 aborted, 2 the next; `file` says which image a number's file is.
 */
#ifdef REUSED
#define SECOND 1
#else
#define SECOND 2
#endif
bit has[3];
byte announced = 0, file[3];
bit db = 0, acknowledged = 0, live = 0, done = 0, poisoned = 0;

proctype rebuilder()
{
    file[1] = 1;
    announced = 1; /* killed here; then the next one, under the lock */
    announced = 0;
    file[1] = 0;
    file[SECOND] = 2;
    announced = SECOND;
    if
    :: db -> has[2] = 1
    :: else
    fi;
    atomic {
        if
        :: !poisoned -> live = 1
        :: else
        fi
    }
    done = 1
}

inline add()
{
    has[0] = 1;
    do
    :: true ->
        a = announced;
        if
        :: a == 0 -> break
        :: else ->
            if
            :: cached_number == a -> image = cached_image
            :: else ->
                image = file[a];
                if
                :: image != 0 -> cached_number = a; cached_image = image
                :: else
                fi
            fi;
            if
            :: image == 0 ->
                atomic {
                    if
                    :: announced == a && !live -> poisoned = 1; break
                    :: else
                    fi
                }
            :: else ->
                has[image] = 1;
                if
                :: announced == a -> break
                :: else
                fi
            fi
        fi
    od
}

proctype writer()
{
    byte a, image, cached_number, cached_image;
    add(); /* another item: it fills the cache */
    has[0] = 0;
    has[1] = 0;
    has[2] = 0;
    db = 1;
    add();
    acknowledged = 1
}

proctype judge()
{
    (done && acknowledged);
    assert(!(live && !has[2]))
}

init {
    atomic {
        run rebuilder();
        run writer();
        run judge()
    }
}
