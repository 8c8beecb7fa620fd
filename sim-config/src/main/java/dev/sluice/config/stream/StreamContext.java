// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.bind.BoundRecord;
import dev.sluice.config.bind.Located;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.bind.OneKey;
import dev.sluice.config.bind.Recorded;
import dev.sluice.config.data.DataReader;
import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.Position;
import dev.sluice.config.units.RangeSize;
import dev.sluice.config.units.Size;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.QueueFamily;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.BufferRange;
import dev.sluice.program.CodeSite;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.MemoryDeclaration;
import dev.sluice.program.Origin;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stages;
import dev.sluice.result.Counted;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The names that a stream's operations and commands may use, and the checks that they share. */
final class StreamContext {
    /** How an importer names the call that it made a step of. */
    private static final Pattern CAPTURE_INDEX = Pattern.compile("index (\\d{1,18})");

    final StreamFile file;
    final Located where;
    final DataReader data;
    final GpuSpec device;
    /** Whether the text was made of a capture, whose name the file then has. */
    final boolean fromCapture;

    /** What the report says about the stream, beside the importer's notes. */
    final List<String> notes = new ArrayList<>();

    final Map<String, MemoryDeclaration> memories = new LinkedHashMap<>();
    final Map<String, BufferDeclaration> buffers = new LinkedHashMap<>();
    final Map<String, ImageDeclaration> images = new LinkedHashMap<>();

    StreamContext(BoundRecord<StreamFile> file, DataReader data, GpuSpec device) {
        this.file = file.value();
        this.where = file.where();
        this.data = data;
        this.fromCapture =
                StreamReader.isCapture(where.node(file.value()).position().file());
        notes.addAll(this.file.notes());
        this.device = device;
    }

    /** Where {@code record} is written, for reports. */
    Origin origin(Object record) {
        return Origin.at(place(record));
    }

    /**
     * Where a step comes from, for reports. What an importer made keeps its place in what was imported; the text that a
     * capture is turned into on its way to a run exists nowhere, so that its lines would only mislead.
     */
    Origin origin(OneKey<?> step) {
        Position position = where.node(step).position();
        String place = position.toString();
        String source = step.source();
        if (source != null) {
            place = fromCapture ? position.file() + " " + source : place + " (" + source + ")";
        }
        return new Origin(place, step.label(), step.approximate(), site(step, position));
    }

    private CodeSite site(OneKey<?> step, Position position) {
        Recorded recorded = step.recorded();
        Matcher index = CAPTURE_INDEX.matcher(step.source() == null ? "" : step.source());
        String label = step.label();
        return new CodeSite(
                position.file(),
                fromCapture ? 0 : position.line(),
                fromCapture ? 0 : position.column(),
                index.matches() ? Long.valueOf(index.group(1)) : null,
                recorded.labels().isEmpty() ? CodeSite.labels(label) : recorded.labels(),
                recorded.pipeline(),
                recorded.shaders());
    }

    /** Where {@code record} is written; a capture's own text has no lines that anybody could look up. */
    String place(Object record) {
        Position position = where.node(record).position();
        return fromCapture ? position.file() : position.toString();
    }

    MemoryDeclaration memory(Object user, String key, String name) {
        return known("memory", memories, user, key, name);
    }

    BufferDeclaration buffer(Object user, String key, String name) {
        return known("buffer", buffers, user, key, name);
    }

    <T> T known(String what, Map<String, T> all, Object user, String key, String name) {
        T found = all.get(name);
        if (found == null) {
            throw where.error(user, key, "unknown " + what + " '" + name + "'" + Nearest.hint(name, all.keySet()));
        }
        return found;
    }

    /** The bytes of {@code buffer} from {@code offset}, held to its end. */
    BufferRange range(Object user, BufferDeclaration buffer, Size offset, RangeSize size) {
        long bytes = checked(user, "offset", "size", "buffer '" + buffer.name() + "'", buffer.size(), offset, size);
        return new BufferRange(buffer.name(), offset.bytes(), bytes);
    }

    /**
     * The resolved size of a range in something of {@code total} bytes.
     *
     * @param offsetKey the key that a bad offset is reported at
     * @param sizeKey the key that a bad size is reported at
     */
    long checked(Object user, String offsetKey, String sizeKey, String what, long total, Size offset, RangeSize size) {
        if (offset.bytes() >= total) {
            throw where.error(
                    user,
                    offsetKey,
                    offsetKey + ": " + offset.bytes() + " lies outside " + what + " of " + Counted.of(total, "byte"));
        }
        long left = total - offset.bytes();
        long bytes = size.resolve(left);
        if (bytes > left) {
            throw where.error(
                    user,
                    sizeKey,
                    sizeKey + ": " + Counted.of(bytes, "byte") + " from offset " + offset.bytes()
                            + (bytes == 1 ? " reaches" : " reach") + " past the end of " + what + ", which has "
                            + Counted.of(total, "byte"));
        }
        if (bytes == 0) {
            throw where.error(user, sizeKey, sizeKey + ": a range cannot be empty");
        }
        return bytes;
    }

    /**
     * Whether a list is left out, and stands for the whole of something; one that is written must have items, as in Vulkan.
     *
     * @param whole what it stands for when it is left out
     */
    boolean leftOut(Object user, String key, List<?> items, String whole) {
        if (items.isEmpty() && where.value(user, key) instanceof ListNode written) {
            throw written.error(key + ": at least one is needed; without '" + key + "' it is " + whole);
        }
        return items.isEmpty();
    }

    /** The mask of the stages listed under {@code key}. */
    long stages(Object user, String key, List<String> names) {
        return mask(user, key, names, name -> Stages.parse(name).mask());
    }

    /** The mask of the accesses listed under {@code key}. */
    long accesses(Object user, String key, List<String> names) {
        return mask(user, key, names, name -> Accesses.parse(name).mask());
    }

    private long mask(Object user, String key, List<String> names, ToLongFunction<String> parse) {
        long mask = 0;
        for (int i = 0; i < names.size(); i++) {
            try {
                mask |= parse.applyAsLong(names.get(i));
            } catch (IllegalArgumentException e) {
                throw where.error(user, key, i, key + ": " + e.getMessage());
            }
        }
        return mask;
    }

    /** A queue by its name {@code family.index}; the device's first when none is named. */
    String queue(Object user, @Nullable String name) {
        List<String> queues = new ArrayList<>();
        for (QueueFamily family : device.queueFamilies()) {
            for (int i = 0; i < family.count(); i++) {
                queues.add(family.name() + "." + i);
            }
        }
        if (name == null) {
            return queues.get(0);
        }
        if (!queues.contains(name)) {
            throw where.error(
                    user,
                    "queue",
                    "queue: device '" + device.name() + "' has no queue '" + name + "'" + Nearest.hint(name, queues));
        }
        return name;
    }

    /** Refuses an offset or size that is no whole number of words. */
    void aligned(Object step, String key, long bytes) {
        if (bytes % 4 != 0) {
            throw where.error(step, key, key + ": " + bytes + " is not a multiple of 4 bytes");
        }
    }
}
