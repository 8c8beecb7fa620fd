// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.tlb;

import dev.sluice.device.Client;
import dev.sluice.device.TlbSpec;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.OrderedSender;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The device's second level of translation and its page walkers (Philip Taylor, Vulkan memory dependencies, section
 * Buffer image granularity).
 *
 * <p>A miss of a path's buffer is answered {@link TlbSpec.Shared#latency} cycles later if the page is here. If not, a walker
 * reads one entry after the other from the page table's memory, {@link TlbSpec#levels} of them; misses to a page that is
 * being walked join it, and when all walkers are busy walks wait in order.
 */
public final class SharedTlb extends Component {

    private static final int LOOK_UP = 0;
    private static final int READ_DONE = 1;
    private static final int CREDIT = 2;

    private static final int NONE = -1;
    private static final int CLIENT = Client.all().indexOf(Client.MAINTENANCE);
    private static final int BUCKETS = 256;

    private final RequestPool pool;
    private final TlbSpec spec;
    private final long pageBytes;
    private PageTableLayout table;
    private final Downstream down;
    private final OrderedSender sender;
    private final TranslationSets sets;
    private final List<Tlb> tlbs = new ArrayList<>();

    /** Misses, linked into the walk that they wait for (or the free list). */
    private Tlb[] missFrom = new Tlb[0];

    private long[] missPage = new long[0];
    private int[] missCommand = new int[0];
    private int[] missAgent = new int[0];
    private int[] nextMiss = new int[0];
    private int freeMiss = NONE;

    /** Walks, under way or waiting: linked by bucket of their page (or the free list), and waiting ones in order. */
    private long[] walkPage = new long[0];

    private int[] walkLevel = new int[0];
    private int[] walkRead = new int[0];
    private int[] firstMiss = new int[0];
    private int[] lastMiss = new int[0];
    private int[] nextInBucket = new int[0];
    private int[] nextWaiting = new int[0];
    private final int[] buckets = new int[BUCKETS];
    private int freeWalk = NONE;
    private int firstWaiting = NONE;
    private int lastWaiting = NONE;
    private int running;
    /** Cycles in which every walker walked, but for those since {@link #fullSince} while it is so. */
    private long fullCycles;

    private long fullSince;

    private long asked;
    private long answered;
    private long sharedHits;
    private long walks;
    private long merged;
    private long walkReads;

    /**
     * @param table where the page table's entries lie
     * @param down the path of the walkers' reads, which must not itself be translated
     */
    public SharedTlb(
            Engine engine,
            String name,
            RequestPool pool,
            TlbSpec spec,
            long pageBytes,
            PageTableLayout table,
            Downstream down) {
        super(engine, name);
        this.pool = pool;
        this.spec = spec;
        this.pageBytes = pageBytes;
        this.table = table;
        this.down = down;
        this.sender = new OrderedSender(this, down, CREDIT);
        this.sets = new TranslationSets(
                Math.max(1, spec.shared().entries()), Math.max(1, spec.shared().ways()));
        Arrays.fill(buckets, NONE);
    }

    /**
     * Puts a buffer in front of a path and adds it to the engine.
     *
     * @param name the buffer's name, for reports
     */
    public Tlb inFrontOf(String name, Downstream path) {
        Tlb tlb = engine().add(new Tlb(engine(), name, pool, spec, pageBytes, this, path));
        tlbs.add(tlb);
        return tlb;
    }

    /** Where the page table's entries lie. */
    public PageTableLayout table() {
        return table;
    }

    /** Moves the page table, before anything is looked up, to an address that is a multiple of 256. */
    public void moveTable(long base) {
        table = table.at(base);
    }

    /** What all buffers and walkers did since the region of interest began. */
    public TlbResult result() {
        long lookups = 0;
        long hits = 0;
        long stallCycles = 0;
        for (Tlb tlb : tlbs) {
            lookups += tlb.lookups();
            hits += tlb.hits();
            stallCycles += tlb.stallCycles();
        }
        return new TlbResult(
                lookups,
                hits,
                sharedHits,
                walks,
                merged,
                walkReads,
                walkReads * PageTableLayout.ENTRY_BYTES,
                stallCycles);
    }

    /** Cycles, up to now, in which every walker walked. */
    public long fullCycles(long now) {
        return fullCycles + (running == spec.walkers() ? now - fullSince : 0);
    }

    /** Begins a region of interest: counters restart, what is known stays known. */
    public void resetStatistics() {
        sharedHits = 0;
        walks = 0;
        merged = 0;
        walkReads = 0;
        for (Tlb tlb : tlbs) {
            tlb.resetStatistics();
        }
    }

    /** A buffer does not know a page; {@link Tlb#translated} will be called once. */
    void miss(Tlb from, long page, int command, int agent) {
        int miss = takeMiss();
        missFrom[miss] = from;
        missPage[miss] = page;
        missCommand[miss] = command;
        missAgent[miss] = agent;
        nextMiss[miss] = NONE;
        asked++;
        wake(spec.shared().entries() == 0 ? 0 : spec.shared().latency(), LOOK_UP, miss);
    }

    /** A buffer does not know a page that a request wants outside simulated time: it is found at once, with the reads of a walk. */
    void missAtOnce(long page, Request because) {
        boolean has = spec.shared().entries() != 0;
        int place = has ? sets.find(page) : TranslationSets.ABSENT;
        if (place != TranslationSets.ABSENT) {
            sets.touch(place);
            sharedHits++;
            return;
        }
        walks++;
        for (int level = 0; level < table.levels(); level++) {
            Request request = read(level, page, because.command, because.agent);
            down.perform(request);
            pool.release(request);
        }
        if (has) {
            sets.insert(page);
        }
    }

    @Override
    protected boolean ofHierarchy() {
        return true;
    }

    @Override
    public void onEvent(int kind, int argument) {
        switch (kind) {
            case LOOK_UP -> lookUp(argument);
            case READ_DONE -> readDone(argument);
            case CREDIT -> sender.onCredit();
            default -> throw new IllegalStateException("event " + kind);
        }
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "misses", asked, answered);
        audit.held(this, "walkers", running);
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        sender.describeWaits(graph);
        if (sender.isEmpty() && running > 0) {
            graph.edge(name(), "the page table's memory", running + " reads of page table entries");
        }
    }

    private void lookUp(int miss) {
        long page = missPage[miss];
        int place = spec.shared().entries() == 0 ? TranslationSets.ABSENT : sets.find(page);
        if (place != TranslationSets.ABSENT) {
            sets.touch(place);
            sharedHits++;
            answer(miss);
            return;
        }
        int walk = walkOf(page);
        if (walk != NONE) {
            nextMiss[lastMiss[walk]] = miss;
            lastMiss[walk] = miss;
            merged++;
            return;
        }
        walk = takeWalk();
        walkPage[walk] = page;
        walkLevel[walk] = 0;
        firstMiss[walk] = miss;
        lastMiss[walk] = miss;
        int bucket = bucket(page);
        nextInBucket[walk] = buckets[bucket];
        buckets[bucket] = walk;
        walks++;
        if (running < spec.walkers()) {
            if (++running == spec.walkers()) {
                fullSince = now();
            }
            read(walk);
        } else {
            enqueue(walk);
        }
    }

    private void read(int walk) {
        int miss = firstMiss[walk];
        Request request = read(walkLevel[walk], walkPage[walk], missCommand[miss], missAgent[miss]);
        request.replyTo(this, READ_DONE, walk);
        walkRead[walk] = request.index;
        sender.send(request);
    }

    /** A walker's read of the entry of a page in a level. */
    private Request read(int level, long page, int command, int agent) {
        long entry = table.entry(level, page);
        long base = entry & -Request.SECTOR_BYTES;
        Request request = pool.acquire();
        request.start(Request.READ, base, 0, CLIENT, command, agent);
        request.addBytes((int) (entry - base), PageTableLayout.ENTRY_BYTES);
        walkReads++;
        return request;
    }

    private void readDone(int walk) {
        pool.release(pool.get(walkRead[walk]));
        if (++walkLevel[walk] < table.levels()) {
            read(walk);
            return;
        }
        if (spec.shared().entries() != 0) {
            sets.insert(walkPage[walk]);
        }
        forget(walk);
        int miss = firstMiss[walk];
        while (miss != NONE) {
            int next = nextMiss[miss];
            answer(miss);
            miss = next;
        }
        nextInBucket[walk] = freeWalk;
        freeWalk = walk;
        startNext();
    }

    private void startNext() {
        int walk = firstWaiting;
        if (walk == NONE) {
            if (running == spec.walkers()) {
                fullCycles += now() - fullSince;
            }
            running--;
            return;
        }
        firstWaiting = nextWaiting[walk];
        if (firstWaiting == NONE) {
            lastWaiting = NONE;
        }
        read(walk);
    }

    private void enqueue(int walk) {
        nextWaiting[walk] = NONE;
        if (lastWaiting == NONE) {
            firstWaiting = walk;
        } else {
            nextWaiting[lastWaiting] = walk;
        }
        lastWaiting = walk;
    }

    private void answer(int miss) {
        Tlb from = missFrom[miss];
        long page = missPage[miss];
        nextMiss[miss] = freeMiss;
        freeMiss = miss;
        answered++;
        from.translated(page);
    }

    private int walkOf(long page) {
        int walk = buckets[bucket(page)];
        while (walk != NONE && walkPage[walk] != page) {
            walk = nextInBucket[walk];
        }
        return walk;
    }

    /** Takes a walk out of its bucket. */
    private void forget(int walk) {
        int bucket = bucket(walkPage[walk]);
        if (buckets[bucket] == walk) {
            buckets[bucket] = nextInBucket[walk];
            return;
        }
        int before = buckets[bucket];
        while (nextInBucket[before] != walk) {
            before = nextInBucket[before];
        }
        nextInBucket[before] = nextInBucket[walk];
    }

    private static int bucket(long page) {
        return (int) page & (BUCKETS - 1);
    }

    private int takeMiss() {
        if (freeMiss == NONE) {
            int old = missFrom.length;
            int size = Math.max(16, old * 2);
            missFrom = Arrays.copyOf(missFrom, size);
            missPage = Arrays.copyOf(missPage, size);
            missCommand = Arrays.copyOf(missCommand, size);
            missAgent = Arrays.copyOf(missAgent, size);
            nextMiss = Arrays.copyOf(nextMiss, size);
            for (int i = size - 1; i >= old; i--) {
                nextMiss[i] = freeMiss;
                freeMiss = i;
            }
        }
        int miss = freeMiss;
        freeMiss = nextMiss[miss];
        return miss;
    }

    private int takeWalk() {
        if (freeWalk == NONE) {
            int old = walkPage.length;
            int size = Math.max(16, old * 2);
            walkPage = Arrays.copyOf(walkPage, size);
            walkLevel = Arrays.copyOf(walkLevel, size);
            walkRead = Arrays.copyOf(walkRead, size);
            firstMiss = Arrays.copyOf(firstMiss, size);
            lastMiss = Arrays.copyOf(lastMiss, size);
            nextInBucket = Arrays.copyOf(nextInBucket, size);
            nextWaiting = Arrays.copyOf(nextWaiting, size);
            for (int i = size - 1; i >= old; i--) {
                nextInBucket[i] = freeWalk;
                freeWalk = i;
            }
        }
        int walk = freeWalk;
        freeWalk = nextInBucket[walk];
        return walk;
    }
}
