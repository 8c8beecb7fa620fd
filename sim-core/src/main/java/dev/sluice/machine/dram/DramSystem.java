// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.device.AddressMapping;
import dev.sluice.device.DramSpec;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.observe.Level;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.machine.usage.Gauge;
import dev.sluice.machine.usage.UsageMeter;
import dev.sluice.machine.view.Part;
import dev.sluice.machine.view.PartKind;
import dev.sluice.machine.view.Texts;
import dev.sluice.result.Resource;
import dev.sluice.result.RunDetails;
import dev.sluice.result.RunResult.DramResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A memory: its bytes, its channels, the mapping of addresses onto them and what they counted.
 *
 * <p>As a {@link Downstream} it is the path to all its channels, without latency of its own; several senders may share it.
 * Requests may be up to {@value Request#MAX_BYTES} bytes long and must not cross a multiple of that.
 */
public final class DramSystem implements Downstream {

    private final Engine engine;
    private final String name;
    private final DramSpec spec;
    private final long base;
    private final BackingStore store;
    private final AddressMapping mapping;
    private final MemoryClock clock;
    private final Channel[] channels;
    private final DramCounters counters = new DramCounters();
    private final double ticksPerCycle;
    private long regionStart;
    private long refreshesBefore;
    private long busyTicksBefore;

    /**
     * Builds the channels and adds them to the engine.
     *
     * @param name for reports; channels are called {@code name[i]}
     * @param coreHz the core clock in hertz, the engine's time base
     * @param base address of the memory's first byte
     * @param store the bytes, addressed as requests are
     * @throws IllegalArgumentException if the mapping or the ratio of clocks is not usable
     */
    public DramSystem(
            Engine engine,
            String name,
            DramSpec spec,
            long coreHz,
            long base,
            BackingStore store,
            RequestPool pool,
            SimObserver observer,
            @Nullable AccessChecker checker) {
        this.engine = engine;
        this.name = name;
        this.spec = spec;
        this.base = base;
        this.store = store;
        mapping = new AddressMapping(spec);
        clock = new MemoryClock(spec.clockHz(), coreHz);
        ticksPerCycle = (double) spec.clockHz() / coreHz;
        channels = new Channel[spec.channels()];
        for (int i = 0; i < channels.length; i++) {
            channels[i] = engine.add(new Channel(
                    engine,
                    name + "[" + i + "]",
                    spec,
                    clock,
                    mapping,
                    base,
                    store,
                    pool,
                    counters,
                    observer,
                    checker));
        }
    }

    /** The memory's bytes. */
    public BackingStore store() {
        return store;
    }

    /** What was counted since the region of interest began. */
    public DramCounters counters() {
        return counters;
    }

    /** Has the bytes of each command counted from now on. */
    public CommandTraffic watch() {
        CommandTraffic traffic = new CommandTraffic();
        for (Channel channel : channels) {
            channel.traffic = traffic;
        }
        return traffic;
    }

    /** Has somebody told the cycle before something is counted in it. */
    public void beforeCounting(LongConsumer told) {
        for (Channel channel : channels) {
            channel.beforeCounting = told;
        }
    }

    /** Its channels as parts, for somebody who looks between events. */
    public Map<Component, Part> view(Texts texts) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("banks", String.valueOf(channels[0].device().banks()));
        attributes.put("transaction", String.valueOf(spec.transactionBytes()));
        attributes.put("clockHz", String.valueOf(spec.clockHz()));
        attributes.put("readQueue", String.valueOf(spec.queue()));
        attributes.put("writeQueue", String.valueOf(spec.writeQueue()));
        Map<Component, Part> parts = new LinkedHashMap<>();
        for (Channel channel : channels) {
            parts.put(
                    channel,
                    new Part(
                            channel.name(),
                            PartKind.DRAM_CHANNEL,
                            name,
                            channel.name(),
                            List.of(),
                            attributes,
                            channel.view(texts)));
        }
        return parts;
    }

    /** How many requests wait, channel by channel. */
    public List<Level> levels() {
        List<Level> levels = new ArrayList<>();
        for (Channel channel : channels) {
            levels.add(new Level(Level.QUEUED, channel.name(), 0, channel::queued));
        }
        return levels;
    }

    /** Has transactions counted by bank from now on. */
    public void watchBanks() {
        for (Channel channel : channels) {
            channel.banks = new BankCounters(channel.device().banks());
        }
    }

    /** What the channels that are watched counted by bank since the region of interest began. */
    public List<RunDetails.Channel> channelResults() {
        List<RunDetails.Channel> results = new ArrayList<>();
        for (Channel channel : channels) {
            BankCounters banks = channel.banks;
            if (banks != null) {
                results.add(banks.result(channel.name(), channel.device().busyTicks(), ticksPerCycle));
            }
        }
        return results;
    }

    /** The channel at an index, for tests and observers of this package. */
    Channel channel(int index) {
        return channels[index];
    }

    @Override
    public int maxRequestBytes() {
        return Request.MAX_BYTES;
    }

    @Override
    public void perform(Request request) {
        if (request.payload != null) {
            Channel channel = channelOf(request);
            channel.moveBytes(request);
            request.servedBy(channel);
        }
    }

    @Override
    public long announce(Request request) {
        return request.payload == null ? 0 : store.announce(request);
    }

    @Override
    public boolean trySend(Request request) {
        Channel channel = channelOf(request);
        if (!channel.port().hasCredit()) {
            return false;
        }
        request.via = this;
        channel.port().handOver(request.index);
        return true;
    }

    @Override
    public void await(Request request, Component waiter, int kind, int argument) {
        channelOf(request).port().await(waiter, kind, argument);
    }

    @Override
    public void sendAwaited(Request request) {
        request.via = this;
        channelOf(request).port().handOverPromised(request.index);
    }

    @Override
    public void reply(Request request, long delay) {
        request.deliverReply(delay);
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        for (Channel channel : channels) {
            channel.port().describeWaits(graph);
        }
    }

    /** Bytes that all channels together move in a core cycle when their data buses are never idle. */
    public double peakBytesPerCycle() {
        return (double) spec.channels()
                * spec.transactionBytes()
                * ticksPerCycle
                / spec.timing().burst();
    }

    /**
     * What happened since the region of interest began.
     *
     * <p>Reads, writes and row outcomes count transactions, bytes are those of whole transactions; transactions answered from
     * the write queue are not among them. {@code busyCycles} is the time the data buses carried data, in core cycles summed
     * over channels. Refreshes are those of the elapsed time, also where nobody met them.
     */
    public DramResult result() {
        long cycles = engine.now() - regionStart;
        long readBytes = counters.reads * spec.transactionBytes();
        long writeBytes = counters.writes * spec.transactionBytes();
        return new DramResult(
                counters.reads,
                counters.writes,
                readBytes,
                writeBytes,
                counters.rowHits,
                counters.rowMisses,
                counters.rowConflicts,
                refreshes() - refreshesBefore,
                Math.round((busyTicks() - busyTicksBefore) / ticksPerCycle),
                peakBytesPerCycle(),
                cycles == 0 ? 0 : (double) (readBytes + writeBytes) / cycles,
                counters.latencyHistogram());
    }

    /** Begins a region of interest: counters restart, the state of the memory stays. */
    public void resetStatistics() {
        counters.reset();
        regionStart = engine.now();
        refreshesBefore = refreshes();
        busyTicksBefore = busyTicks();
        for (Channel channel : channels) {
            BankCounters banks = channel.banks;
            if (banks != null) {
                banks.reset(channel.device().busyTicks());
            }
        }
    }

    /** Adds what it knows of the buses and banks of its channels. */
    public void gauges(UsageMeter meter) {
        List<String> names = new ArrayList<>();
        List<String> banks = new ArrayList<>();
        List<String> ranks = new ArrayList<>();
        DramDevice first = channels[0].device();
        for (Channel channel : channels) {
            names.add(channel.name());
            for (int bank = 0; bank < first.banks(); bank++) {
                banks.add(channel.name() + " bank " + bank);
            }
            for (int rank = 0; rank < first.ranks(); rank++) {
                ranks.add(channel.name() + (first.ranks() > 1 ? " rank " + rank : ""));
            }
        }
        meter.add(new Gauge(
                Resource.DRAM_BUS, name, names, (i, now) -> channels[i].device().busyTicks() / ticksPerCycle));
        meter.add(new Gauge(
                Resource.DRAM_BANKS,
                name,
                banks,
                (i, now) -> channels[i / first.banks()].device().rowTicks(i % first.banks()) / ticksPerCycle));
        meter.add(new Gauge(
                Resource.DRAM_ACTIVATES,
                name,
                ranks,
                (i, now) -> channels[i / first.ranks()].device().activateTicks(i % first.ranks()) / ticksPerCycle));
    }

    private long refreshes() {
        long tick = clock.tickAt(engine.now());
        long total = 0;
        for (Channel channel : channels) {
            total += channel.device().refreshes(tick);
        }
        return total;
    }

    private long busyTicks() {
        long total = 0;
        for (Channel channel : channels) {
            total += channel.device().busyTicks();
        }
        return total;
    }

    private Channel channelOf(Request request) {
        return channels[mapping.channel(request.address - base)];
    }
}
