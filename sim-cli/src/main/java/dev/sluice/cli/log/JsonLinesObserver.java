// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.log;

import dev.sluice.cli.inspect.Texels;
import dev.sluice.machine.Simulation;
import dev.sluice.machine.observe.ObservedRequest;
import dev.sluice.machine.observe.ObservedRequest.Kind;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.program.BufferDeclaration;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writes the events of a run as JSON Lines: each has {@code cycle} and {@code event}, and as far as it has one a {@code
 * component}, {@code address} (hexadecimal, of the first byte of the first sector named), {@code bytes}, {@code resource}
 * ({@code buffer+offset}), {@code client}, {@code command} and what came of it.
 *
 * <p>{@link #bind} comes before the run. Stages, barriers and host operations pass a filter by address: they are what
 * the bytes wait for. Maintenance as a whole does not: what it does to the bytes are write-backs and drops.
 */
public final class JsonLinesObserver implements SimObserver {
    private static final int SHOWN_BYTES = 16;
    private static final String HOST = "host.";

    private static final Map<Outcome, String> OUTCOMES = names(Outcome.class);
    private static final Map<WriteBackReason, String> REASONS = names(WriteBackReason.class);
    private static final Map<DropReason, String> DROPS = names(DropReason.class);
    private static final Map<WaitReason, String> WAITS = names(WaitReason.class);
    private static final Map<RowOutcome, String> ROWS = names(RowOutcome.class);
    private static final List<String> KIND_NAMES = List.copyOf(names(Kind.class).values());

    private final LogRequest request;
    private final JsonLine json;
    private LogFilter filter;
    private @Nullable Simulation machine;
    private List<BufferDeclaration> buffers = List.of();
    private long[] bases = {};
    private ToIntFunction<String> lineBytes = cache -> ObservedRequest.SECTOR_BYTES;
    private final List<String> commands = new ArrayList<>();

    /** Writes to {@code out} what {@code request} asks for. */
    public JsonLinesObserver(LogRequest request, OutputStream out) {
        this.request = request;
        this.json = new JsonLine(out);
        this.filter = new LogFilter(
                new LogRequest(List.of(), List.of(), List.of(), List.of()), List.of(), name -> -1, Texels.NONE);
    }

    /**
     * Learns the names of commands and addresses.
     *
     * @param texels of the stream's images
     * @param bytesOfLine bytes of a line of a cache node; at least a sector
     * @throws IllegalArgumentException for a filter that names something that is not there
     */
    public void bind(
            Simulation run, List<BufferDeclaration> streamBuffers, Texels texels, ToIntFunction<String> bytesOfLine) {
        lineBytes = bytesOfLine;
        machine = run;
        buffers = List.copyOf(streamBuffers);
        bases = buffers.stream()
                .mapToLong(buffer -> run.addressOf(buffer.name()))
                .toArray();
        filter = new LogFilter(request, buffers, run::addressOf, texels);
    }

    /** Writes out what is buffered. */
    public void finish() {
        json.flush();
    }

    /** Events written. */
    public long written() {
        return json.lines();
    }

    /** The options by component and by command that no event passed, as they were written. */
    public List<String> unmet() {
        return filter.unmet();
    }

    @Override
    public void lookup(long cycle, String cache, int set, int way, ObservedRequest r, Outcome outcome) {
        if (passes(cycle, cache, r)) {
            begin(cycle, "lookup", cache);
            way(set, way);
            request(r);
            data(r, r.operation() == Kind.WRITE);
            json.field("outcome", word(OUTCOMES, outcome)).end();
        }
    }

    @Override
    public void waits(long cycle, String cache, int set, ObservedRequest r, WaitReason reason) {
        if (passes(cycle, cache, r)) {
            begin(cycle, "waits", cache);
            way(set, -1);
            request(r);
            json.field("reason", word(WAITS, reason)).end();
        }
    }

    @Override
    public void fill(long cycle, String cache, int set, int way, long address, int sectors, int command) {
        if (passes(cycle, cache, address, sectors, command)) {
            begin(cycle, "fill", cache);
            way(set, way);
            place(address, sectors);
            command(command);
            json.end();
        }
    }

    @Override
    public void writeBack(
            long cycle,
            String cache,
            int set,
            int way,
            long address,
            int sectors,
            int command,
            WriteBackReason reason) {
        if (passes(cycle, cache, address, sectors, command)) {
            begin(cycle, "writeBack", cache);
            way(set, way);
            place(address, sectors);
            command(command);
            json.field("reason", word(REASONS, reason)).end();
        }
    }

    @Override
    public void drop(long cycle, String cache, int set, int way, long address, int command, DropReason reason) {
        int bytes = lineBytes.applyAsInt(node(cache));
        if (passes(cycle, cache, address, (1 << (bytes / ObservedRequest.SECTOR_BYTES)) - 1, command)) {
            begin(cycle, "drop", cache);
            way(set, way);
            json.hex("address", address).field("bytes", bytes);
            resource(address);
            command(command);
            json.field("reason", word(DROPS, reason)).end();
        }
    }

    @Override
    public void maintenance(long cycle, String cache, String action, int barrier, boolean begins) {
        if (filter.cycle(cycle) && filter.component(cache) && filter.anyCommand() && filter.anyAddress()) {
            begin(cycle, "maintenance", cache);
            json.field("action", action)
                    .field("barrier", barrier)
                    .field("phase", phase(begins))
                    .end();
        }
    }

    @Override
    public void dram(long cycle, String channel, ObservedRequest r, RowOutcome row) {
        if (passes(cycle, channel, r)) {
            begin(cycle, "dram", channel);
            request(r);
            json.field("row", word(ROWS, row)).end();
        }
    }

    @Override
    public void link(long cycle, ObservedRequest r, boolean towardsHost) {
        if (passes(cycle, "link", r)) {
            begin(cycle, "link", "link");
            request(r);
            json.field("direction", towardsHost ? "toHost" : "toDevice").end();
        }
    }

    @Override
    public void issue(long cycle, String client, ObservedRequest r) {
        if (passes(cycle, client, r)) {
            begin(cycle, "issue", client);
            request(r);
            data(r, r.operation() == Kind.WRITE);
            json.end();
        }
    }

    @Override
    public void complete(long cycle, String client, ObservedRequest r) {
        if (passes(cycle, client, r)) {
            begin(cycle, "complete", client);
            request(r);
            data(r, r.operation() == Kind.READ);
            json.end();
        }
    }

    @Override
    public void passed(long cycle, String command) {
        if (filter.cycle(cycle) && filter.anyComponent() && filter.command(command)) {
            begin(cycle, "passed", null);
            json.field("command", command).end();
        }
    }

    @Override
    public void stage(long cycle, String command, String stage, boolean begins) {
        if (filter.cycle(cycle) && filter.anyComponent() && filter.command(command)) {
            begin(cycle, "stage", null);
            json.field("command", command)
                    .field("stage", stage)
                    .field("phase", phase(begins))
                    .end();
        }
    }

    @Override
    public void barrier(long cycle, String command, String phase) {
        if (filter.cycle(cycle) && filter.anyComponent() && filter.command(command)) {
            begin(cycle, "barrier", null);
            json.field("command", command).field("phase", phase).end();
        }
    }

    @Override
    public void hostOperation(long cycle, String operation, String what, boolean begins) {
        if (filter.cycle(cycle) && filter.anyComponent() && filter.command(operation)) {
            begin(cycle, "hostOperation", null);
            json.field("command", operation)
                    .field("operation", what)
                    .field("phase", phase(begins))
                    .end();
        }
    }

    @Override
    public void host(long cycle, String what, long address, int bytes) {
        if (filter.cycle(cycle) && filter.component("host") && filter.anyCommand() && filter.bytes(address, bytes)) {
            begin(cycle, "host", "host");
            json.hex("address", address).field("bytes", bytes);
            resource(address);
            json.field("operation", what).end();
        }
    }

    @Override
    public void finding(long cycle, String kind, int number, long address) {
        if (filter.cycle(cycle) && filter.component("truth") && filter.anyCommand() && filter.bytes(address, 1)) {
            begin(cycle, "finding", "truth");
            json.field("kind", kind).field("number", number).hex("address", address);
            resource(address);
            json.end();
        }
    }

    private boolean passes(long cycle, String component, ObservedRequest r) {
        return passes(cycle, component, r.address(), r.sectors(), r.command());
    }

    private boolean passes(long cycle, String component, long address, int sectors, int command) {
        return filter.cycle(cycle)
                && filter.component(component)
                && filter.sectors(address, sectors)
                && (filter.anyCommand() || (command >= 0 && filter.command(name(command))));
    }

    private void begin(long cycle, String event, @Nullable String component) {
        json.begin().field("cycle", cycle).field("event", event);
        if (component != null) {
            json.field("component", component);
        }
    }

    private void way(int set, int way) {
        json.field("set", set);
        if (way >= 0) {
            json.field("way", way);
        }
    }

    /** The cache of a device file that an instance is of. */
    private static String node(String cache) {
        int from = cache.startsWith(HOST) ? HOST.length() : 0;
        int bracket = cache.indexOf('[');
        return cache.substring(from, bracket < 0 ? cache.length() : bracket);
    }

    private void request(ObservedRequest r) {
        json.field("kind", KIND_NAMES.get(r.operation().ordinal()));
        place(r.address(), r.sectors());
        json.field("client", r.client().key());
        command(r.command());
        flag(r.coherent(), "coherent");
        flag(r.bypass(), "bypass");
        flag(r.streaming(), "streaming");
        flag(r.writeBack(), "writeBack");
        flag(r.fill(), "fill");
    }

    /** The values of the bytes asked for by address, as far as the request carries them, at most {@value #SHOWN_BYTES}. */
    private void data(ObservedRequest r, boolean carried) {
        if (!carried || !r.hasData()) {
            return;
        }
        int[] watched = filter.watched(r.address(), ObservedRequest.MAX_BYTES);
        if (watched.length == 0) {
            return;
        }
        boolean written = r.operation() == Kind.WRITE;
        boolean any = false;
        StringBuilder hex = new StringBuilder();
        int last = Math.min(watched[1], watched[0] + SHOWN_BYTES - 1);
        for (int b = watched[0]; b <= last; b++) {
            boolean there = (r.sectors() >>> (b / ObservedRequest.SECTOR_BYTES) & 1) != 0;
            hex.append(hex.isEmpty() ? "" : " ");
            if (there && (!written || r.takesByte(b))) {
                any = true;
                hex.append(Character.forDigit(r.data(b) >> 4 & 15, 16)).append(Character.forDigit(r.data(b) & 15, 16));
            } else {
                hex.append("--");
            }
        }
        if (any) {
            json.field("data", hex.toString());
        }
    }

    private void flag(boolean set, String key) {
        if (set) {
            json.field(key, true);
        }
    }

    private void place(long address, int sectors) {
        int skipped = sectors == 0 ? 0 : Integer.numberOfTrailingZeros(sectors);
        long first = address + (long) skipped * ObservedRequest.SECTOR_BYTES;
        json.hex("address", first)
                .hex("sectors", sectors >>> skipped)
                .field("bytes", (long) Integer.bitCount(sectors) * ObservedRequest.SECTOR_BYTES);
        resource(first);
    }

    private void resource(long address) {
        for (int i = 0; i < bases.length; i++) {
            long offset = address - bases[i];
            BufferDeclaration buffer = buffers.get(i);
            if (bases[i] >= 0 && offset >= 0 && offset < buffer.size()) {
                json.field("resource", buffer.name() + "+" + offset);
                return;
            }
        }
    }

    private void command(int index) {
        if (index >= 0) {
            json.field("command", name(index));
        }
    }

    private String name(int index) {
        while (commands.size() <= index) {
            commands.add("");
        }
        String known = commands.get(index);
        if (known.isEmpty()) {
            known = machine == null ? Integer.toString(index) : machine.commandName(index);
            commands.set(index, known);
        }
        return known;
    }

    private static String phase(boolean begins) {
        return begins ? "begin" : "end";
    }

    private static <E extends Enum<E>> String word(Map<E, String> words, E constant) {
        return words.getOrDefault(constant, constant.name());
    }

    /** The constants as JSON has them: {@code sectorMiss} for {@code SECTOR_MISS}. */
    private static <E extends Enum<E>> Map<E, String> names(Class<E> type) {
        Map<E, String> names = new EnumMap<>(type);
        for (E constant : type.getEnumConstants()) {
            StringBuilder name = new StringBuilder();
            boolean capital = false;
            for (char c : constant.name().toLowerCase(Locale.ROOT).toCharArray()) {
                if (c != '_') {
                    name.append(capital ? Character.toUpperCase(c) : c);
                }
                capital = c == '_';
            }
            names.put(constant, name.toString());
        }
        return names;
    }
}
