// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.device.AddressMapping;
import dev.sluice.device.Client;
import dev.sluice.device.DramSpec;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.Port;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.memory.AddressSpace;
import dev.sluice.machine.memory.AtomicUnit;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.observe.SimObserver.RowOutcome;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.ViewTable;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One memory channel: its controller's queues and the DRAM behind them.
 *
 * <p>Bytes move when a request arrives, in order of arrival; the queues decide about time alone. A write is acknowledged
 * when it enters the write queue, a read is answered when its last data beat has arrived. Reads of transactions whose bytes
 * wait in the write queue are answered from there; writes to a block that waits there join it. A write that covers only a
 * part of a transaction costs a whole one: DRAM masks bytes, and without ECC nothing has to be read first. An atomic is a
 * read and a write. See {@code docs/decisions/0009-posted-dram-writes.md}.
 *
 * <p>The controller commits commands up to a few bursts ahead of time, as a command pipeline does: that changes no timing
 * constraint, and lets one event issue several commands.
 */
final class Channel extends Component implements CommandScheduler.Outcomes {

    /** Requests on their way in or waiting for a place in a queue. */
    static final int INPUT_CREDITS = 32;

    private static final int ARRIVE = 0;
    private static final int WAKE = 1;
    private static final long ASLEEP = Long.MAX_VALUE;
    private static final int LOOKAHEAD_SLOTS = 4;

    private final Port port;
    private final RequestPool pool;
    private final AddressMapping mapping;
    private final long base;
    private final BackingStore store;
    private final MemoryClock clock;
    private final DramDevice device;
    private final AccessQueue reads;
    private final AccessQueue writes;
    private final CommandScheduler scheduler;
    private final DramCounters counters;
    private final SimObserver observer;
    private final boolean observed;
    private final @Nullable AccessChecker checker;
    /** Counts bytes by command; null in most runs. */
    @Nullable
    CommandTraffic traffic;

    /** Is told the cycle before something is counted; null in most runs. */
    @Nullable
    LongConsumer beforeCounting;

    /** Counts transactions by bank; null in most runs. */
    @Nullable
    BankCounters banks;

    private final int transactionBytes;
    private final int controllerLatency;
    /** Where replies come from, as {@link Request#servedAt} tells it. */
    private final int level;

    private final int lookahead;
    /** For each set of a block's sectors, the transactions they lie in, and the other way round. */
    private final int[] transactionsOf = new int[256];

    private final int[] sectorsOf = new int[256];
    private final WriteFilter queuedBlocks = new WriteFilter();
    /** Stands for a write that is long acknowledged, towards observers. */
    private final Request servedWrite;

    private @Nullable Request firstInput;
    private @Nullable Request lastInput;
    private int inputs;
    private long arrivals;
    private long answers;
    private long nextOrder;
    private long wakeAt = ASLEEP;
    /** The cycle whose first tick is known, and the tick. */
    private long tickCycle = -1;

    private long tick;

    Channel(
            Engine engine,
            String name,
            DramSpec spec,
            MemoryClock clock,
            AddressMapping mapping,
            long base,
            BackingStore store,
            RequestPool pool,
            DramCounters counters,
            SimObserver observer,
            @Nullable AccessChecker checker) {
        super(engine, name);
        this.pool = pool;
        this.mapping = mapping;
        this.base = base;
        this.store = store;
        this.clock = clock;
        this.counters = counters;
        this.observer = observer;
        this.observed = observer != SimObserver.NONE;
        this.checker = checker;
        port = new Port(name + ".in", this, ARRIVE, INPUT_CREDITS);
        device = new DramDevice(spec);
        reads = new AccessQueue(false, spec.queue(), device, CommandScheduler.patience(spec));
        writes = new AccessQueue(true, spec.writeQueue(), device, CommandScheduler.patience(spec));
        scheduler = new CommandScheduler(spec, device, reads, writes, this);
        transactionBytes = spec.transactionBytes();
        controllerLatency = spec.controllerLatency();
        level = AddressSpace.isHost(base) ? Request.HOST : Request.VRAM;
        lookahead = LOOKAHEAD_SLOTS * device.slot();
        servedWrite = new RequestPool(false).acquire();
        fillTransactionTables(spec.transactionBytes() / Request.SECTOR_BYTES);
    }

    Port port() {
        return port;
    }

    DramDevice device() {
        return device;
    }

    /** The tables of what it holds, for somebody who looks between events. */
    List<ViewTable> view(Texts texts) {
        return new ChannelTables(texts, device, reads, writes, clock, this::bankOf, () -> firstInput).all();
    }

    private int bankOf(long address) {
        return mapping.bank(mapping.local(address - base));
    }

    @Override
    protected int requestOf(int kind, int argument) {
        return kind == ARRIVE ? argument : NO_REQUEST;
    }

    @Override
    protected boolean ofHierarchy() {
        return true;
    }

    @Override
    public void onEvent(int kind, int argument) {
        if (kind == ARRIVE) {
            arrive(pool.get(argument));
        } else if (wakeAt == now()) {
            wakeAt = ASLEEP;
            schedule();
        }
    }

    @Override
    protected long announce(int kind, int argument) {
        if (kind == ARRIVE) {
            return pool.get(argument).address;
        }
        Request next = scheduler.next();
        return next == null ? 0 : next.address + next.stamp();
    }

    private void arrive(Request request) {
        arrivals++;
        counters.requests++;
        request.stamp(now());
        moveBytes(request);
        if (firstInput != null || !canAccept(request)) {
            enqueueInput(request);
        } else {
            port.release();
            if (accept(request)) {
                schedule();
            }
        }
    }

    /** Reads or writes the bytes of a request; time is another matter. */
    void moveBytes(Request request) {
        Payload payload = request.payload;
        if (payload == null) {
            return;
        }
        if (request.kind == Request.READ) {
            store.read(request);
        } else if (request.kind == Request.WRITE) {
            AccessChecker told = checker;
            if (told != null && request.has(Request.WRITE_BACK)) {
                tellOverwrites(told, request, payload);
            }
            store.write(request);
        } else {
            AtomicUnit.execute(request, store);
        }
    }

    private void tellOverwrites(AccessChecker told, Request request, Payload payload) {
        int present = store.sectorVersion(request.address, request.sectors);
        if (!told.mayLose(payload.versionOf(request.sectors), present)) {
            return;
        }
        for (int rest = request.sectors; rest != 0; rest &= rest - 1) {
            int sector = Integer.numberOfTrailingZeros(rest);
            int mask = request.sectorBytes(sector);
            if (mask != 0) {
                long address = request.address + ((long) sector << 5);
                told.overwrites(request, sector, mask, store.pageOf(address), BackingStore.slotOf(address));
            }
        }
    }

    private void enqueueInput(Request request) {
        request.next = null;
        Request last = lastInput;
        if (last == null) {
            firstInput = request;
        } else {
            last.next = request;
        }
        lastInput = request;
        inputs++;
    }

    /** Moves waiting requests into the queues, in order; says whether the next command may have changed. */
    private boolean drainInput() {
        boolean changed = false;
        Request request = firstInput;
        while (request != null && canAccept(request)) {
            Request following = request.next;
            request.next = null;
            firstInput = following;
            if (following == null) {
                lastInput = null;
            }
            inputs--;
            port.release();
            changed |= accept(request);
            request = following;
        }
        return changed;
    }

    /** Runs the scheduler up to now, takes in what now has room, and sleeps until the next command. */
    private void schedule() {
        long limit = tickNow() + lookahead;
        long next;
        do {
            next = scheduler.run(limit);
        } while (firstInput != null && drainInput());
        if (next != CommandScheduler.NEVER) {
            long cycle = clock.cycleReaching(next);
            if (cycle < wakeAt) {
                wakeAt = cycle;
                wake(cycle - now(), WAKE, 0);
            }
        }
    }

    private boolean canAccept(Request request) {
        if (request.kind == Request.READ) {
            return !reads.full();
        }
        // A write that joins another needs no entry, but it is not worth a search whether it would.
        return !writes.full() && (request.kind == Request.WRITE || !reads.full());
    }

    private boolean accept(Request request) {
        long offset = request.address - base;
        int first = (int) offset >>> 5 & AccessQueue.BLOCK_SECTORS - 1;
        int sectors = request.sectors << first;
        long block = request.address - (first << 5);
        long local = mapping.local(offset);
        int bank = mapping.bank(local);
        int row = mapping.row(local);
        boolean changed = false;
        if (request.kind != Request.WRITE) {
            changed = acceptRead(request, bank, row, block, sectors);
        }
        if (request.kind == Request.READ) {
            return changed;
        }
        int full = sectors;
        if (request.kind == Request.WRITE) {
            answer(request, 0);
            full = fullSectors(request) << first;
        } else {
            counters.atomics++;
        }
        boolean accepted = acceptWrite(request, bank, row, block, sectors, full);
        return accepted || changed;
    }

    private boolean acceptRead(Request request, int bank, int row, long block, int sectors) {
        int transactions = transactionsOf[sectors];
        int needed = transactions;
        if (queuedBlocks.mayHold(block)) {
            Access queued = writes.bank(bank).find(block);
            if (queued != null) {
                needed = transactionsOf[sectors & ~queued.wholeSectors];
                counters.forwardedReads += Integer.bitCount(transactions & ~needed);
            }
        }
        if (needed == 0) {
            counters.latency(now() + controllerLatency - request.stamp());
            request.servedBy(this);
            answer(request, 0);
            return false;
        }
        long arrived = tickNow();
        Access access = reads.take(row, needed, block, arrived, nextOrder++);
        access.request = request;
        return scheduler.add(reads, bank, access, arrived);
    }

    private boolean acceptWrite(Request request, int bank, int row, long block, int sectors, int full) {
        int transactions = transactionsOf[sectors];
        if (queuedBlocks.mayHold(block)) {
            Access queued = writes.bank(bank).find(block);
            if (queued != null) {
                counters.coalescedWrites += Integer.bitCount(queued.pending & transactions);
                queued.join(transactions, sectors, full);
                return false;
            }
        }
        queuedBlocks.add(block);
        long arrived = tickNow();
        Access access = writes.take(row, transactions, block, arrived, nextOrder++);
        access.join(transactions, sectors, full);
        access.writer(request);
        return scheduler.add(writes, bank, access, arrived);
    }

    private long tickNow() {
        long cycle = now();
        if (cycle != tickCycle) {
            tickCycle = cycle;
            tick = clock.tickAt(cycle);
        }
        return tick;
    }

    /** Requests in both queues. */
    int queued() {
        return reads.count() + writes.count();
    }

    /** Answers a request when its data has arrived (0 for at once), plus the controller's own latency. */
    private void answer(Request request, long delay) {
        answers++;
        request.servedAt(level);
        request.reply(delay + controllerLatency);
    }

    @Override
    public void issued(AccessQueue queue, Access access, Bank bank, int transactions, boolean opened, boolean first) {
        int hits = transactions;
        LongConsumer told = beforeCounting;
        if (told != null) {
            told.accept(now());
        }
        BankCounters watched = banks;
        if (watched != null) {
            watched.issued(bank.index, queue.write, transactions, opened, opened && bank.conflict);
        }
        CommandTraffic moved = traffic;
        if (moved != null) {
            Request read = access.request;
            moved.add(read == null ? access.command : read.command, (long) transactions * transactionBytes);
        }
        if (opened) {
            hits--;
            if (bank.conflict) {
                counters.rowConflicts++;
            } else {
                counters.rowMisses++;
            }
        }
        counters.rowHits += hits;
        if (queue.write) {
            counters.writes += transactions;
            access.wholeSectors &= sectorsOf[access.pending];
        } else {
            counters.reads += transactions;
        }
        if (observed) {
            RowOutcome outcome = opened ? bank.conflict ? RowOutcome.CONFLICT : RowOutcome.MISS : RowOutcome.HIT;
            observer.transferred(now(), name(), transactions, queue.write, outcome);
            if (!first) {
                return;
            }
            Request read = access.request;
            observer.dram(now(), name(), read == null ? describeWrite(access) : read, outcome);
        }
    }

    private Request describeWrite(Access access) {
        servedWrite.start(Request.WRITE, access.address, access.sectors, access.client, access.command, access.agent);
        return servedWrite;
    }

    @Override
    public void finished(AccessQueue queue, Access access, long dataEnd) {
        if (queue.write) {
            queuedBlocks.remove(access.address);
            return;
        }
        Request request = Objects.requireNonNull(access.request);
        access.request = null;
        long delay = Math.max(0, clock.cycleAt(dataEnd) - now());
        counters.latency(now() + delay + controllerLatency - request.stamp());
        request.servedBy(this);
        answer(request, delay);
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "requests", arrivals, answers);
        audit.held(this, "requests waiting for a queue", inputs);
        audit.held(this, "queued reads", reads.count());
        audit.held(this, "queued writes", writes.count());
        audit.held(this, "credits of " + port.name(), port.used());
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        port.describeWaits(graph);
        Request request = firstInput;
        if (request != null) {
            graph.edge(
                    "request of " + Client.all().get(request.client).key() + " at 0x"
                            + Long.toHexString(request.address),
                    name(),
                    "a place in the " + (request.kind == Request.READ ? "read" : "write") + " queue");
        }
    }

    private static int fullSectors(Request request) {
        return request.sectors & request.wholeSectors();
    }

    private void fillTransactionTables(int sectorsPerTransaction) {
        for (int mask = 0; mask < 256; mask++) {
            for (int sector = 0; sector < 8; sector++) {
                if ((mask >>> sector & 1) != 0) {
                    transactionsOf[mask] |= 1 << sector / sectorsPerTransaction;
                }
                if ((mask >>> sector / sectorsPerTransaction & 1) != 0) {
                    sectorsOf[mask] |= 1 << sector;
                }
            }
        }
    }
}
