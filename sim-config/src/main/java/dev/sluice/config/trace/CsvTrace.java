// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import dev.sluice.config.ConfigException;
import dev.sluice.config.bind.Nearest;
import dev.sluice.machine.trace.AccessTrace;
import dev.sluice.machine.trace.Entrance;
import dev.sluice.machine.trace.TraceAtomic;
import dev.sluice.machine.trace.TraceKind;
import dev.sluice.machine.trace.TraceRecord;
import dev.sluice.result.Counted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A trace in CSV: a line names the columns, in any order, and each further line is an access ({@code docs/traces.md}). */
final class CsvTrace implements AccessTrace {

    private static final int NOT_THERE = CsvFields.NOT_THERE;
    private static final int DEFAULT_BYTES = 4;
    private static final int MAX_UNIT = 1 << 20;
    /** Cycles stay whole where results are read as binary64, and ticks of faster clocks stay within 63 bits. */
    private static final long MAX_TIME = 1L << 53;

    private static final int SECTOR_BYTES = 32;
    private static final int MASK_BYTES = TraceRecord.MASK_WORDS * Long.SIZE;
    private static final int HEX_OF_WORD = Long.SIZE / 4;

    private final String name;
    private final TraceLines lines;
    private final CsvFields fields;
    private final CsvBytes bytes;
    private final boolean deviceAddresses;
    private boolean modifies;
    private long fetches;
    private final TraceRecord modified = new TraceRecord();

    CsvTrace(String name, TraceInput in) {
        this.name = name;
        this.lines = new TraceLines(in);
        this.fields = new CsvFields(lines);
        this.bytes = new CsvBytes(fields);
        if (!nextLine()) {
            throw new ConfigException(
                    in.file(), "is empty; its first line names the columns, such as time,unit,kind,address,size");
        }
        fields.header();
        deviceAddresses = fields.has(CsvColumn.DEVICE_ADDRESS);
    }

    /** Whether a line can be the one that names the columns. */
    static boolean isHeader(String line) {
        for (String word : line.split(",", -1)) {
            CsvColumn column = CsvColumn.of(CsvFields.plain(word));
            if (column == CsvColumn.ADDRESS || column == CsvColumn.DEVICE_ADDRESS) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean deviceAddresses() {
        return deviceAddresses;
    }

    @Override
    public boolean ordered() {
        return fields.has(CsvColumn.AFTER);
    }

    @Override
    public List<String> notes() {
        return fetches == 0
                ? List.of()
                : List.of(Counted.of(fetches, "instruction fetch is left out", "instruction fetches are left out"));
    }

    @Override
    public String where() {
        return lines.where();
    }

    @Override
    public boolean next(TraceRecord into) {
        if (modifies) {
            into.clear();
            into.copy(modified);
            into.kind = TraceKind.WRITE;
            modifies = false;
            return true;
        }
        while (nextLine()) {
            fields.row();
            into.clear();
            if (parse(into)) {
                return true;
            }
        }
        return false;
    }

    /** Goes to the next line that says something. */
    private boolean nextLine() {
        while (lines.next()) {
            if (!lines.atEnd() && lines.peek() != '#') {
                return true;
            }
        }
        return false;
    }

    /** Fills in a record; false if the line is one that is left out. */
    private boolean parse(TraceRecord into) {
        CsvWords.Kind kind = kind();
        long time = fields.number(CsvColumn.TIME, TraceRecord.NO_TIME);
        if ((time < 0 || time > MAX_TIME) && fields.field(CsvColumn.TIME) != NOT_THERE) {
            throw fields.fault(
                    CsvColumn.TIME,
                    "the time " + Long.toUnsignedString(time) + " is not between 0 and " + MAX_TIME + " cycles");
        }
        into.time = time;
        into.after = fields.number(
                CsvColumn.AFTER,
                TraceRecord.LAST,
                fields.field(CsvColumn.AFTER) == NOT_THERE ? TraceRecord.LAST : 0,
                Integer.MAX_VALUE);
        into.flags = flags();
        switch (kind) {
            case FETCH -> {
                fetches++;
                return false;
            }
            case FLUSH, INVALIDATE, DISCARD -> {
                into.kind = TraceKind.valueOf(kind.name());
                into.cache = fields.text(CsvColumn.CACHE);
                if (into.cache.isEmpty()) {
                    throw fields.fault(
                            CsvColumn.CACHE,
                            (into.kind == TraceKind.INVALIDATE ? "an " : "a ") + into.kind.key()
                                    + " needs the name of a cache in the column cache");
                }
                into.ranges = ranges();
            }
            case SNOOPED -> {
                into.kind = TraceKind.SNOOPED;
                into.ranges = oneRange("a range that is snooped");
            }
            case PAGETABLE -> {
                into.kind = TraceKind.PAGETABLE;
                into.ranges = oneRange("a page table");
            }
            case ENTER -> {
                into.kind = TraceKind.ENTER;
                into.unit = fields.number(CsvColumn.UNIT, 0, 0, MAX_UNIT);
                into.entrance = entrance();
                into.address = fields.number(deviceAddresses ? CsvColumn.DEVICE_ADDRESS : CsvColumn.ADDRESS, 0);
            }
            case RESOURCE -> {
                into.kind = TraceKind.RESOURCE;
                into.unit = fields.number(CsvColumn.UNIT, 0, 0, MAX_UNIT);
                into.ranges = oneRange("a resource");
            }
            case IMAGES -> into.kind = TraceKind.IMAGES;
            case BYTES -> into.kind = TraceKind.BYTES;
            case SURFACE -> {
                into.kind = TraceKind.SURFACE;
                into.unit = fields.number(CsvColumn.UNIT, 0, 0, MAX_UNIT);
                into.ranges = oneRange("an image");
                into.surface = bytes.surface();
            }
            case STORAGE -> {
                into.kind = TraceKind.STORAGE;
                into.unit = fields.number(CsvColumn.UNIT, 0, 0, MAX_UNIT);
                into.storage = bytes.storage();
            }
            case CLEAR -> {
                access(into, CsvWords.Kind.READ);
                into.kind = TraceKind.CLEAR;
                bytes.code(into);
            }
            case CONTENTS -> {
                access(into, CsvWords.Kind.READ);
                into.kind = TraceKind.CONTENTS;
                bytes.contents(into);
            }
            case RESET -> into.kind = TraceKind.RESET;
            default -> access(into, kind);
        }
        return true;
    }

    private CsvWords.Kind kind() {
        String word = fields.text(CsvColumn.KIND);
        if (word.isEmpty()) {
            return CsvWords.Kind.READ;
        }
        CsvWords.Kind kind = CsvWords.Kind.of(word);
        if (kind == null) {
            throw fields.fault(
                    CsvColumn.KIND,
                    "no kind is called '" + word + "'"
                            + Nearest.hint(
                                    word,
                                    Stream.of(CsvWords.Kind.values())
                                            .map(one -> one.name().toLowerCase(Locale.ROOT))
                                            .toList()));
        }
        return kind;
    }

    private void access(TraceRecord into, CsvWords.Kind kind) {
        CsvColumn address = deviceAddresses ? CsvColumn.DEVICE_ADDRESS : CsvColumn.ADDRESS;
        if (fields.field(address) == NOT_THERE) {
            throw fields.fault(address, "the access has no address");
        }
        into.unit = fields.number(CsvColumn.UNIT, 0, 0, MAX_UNIT);
        into.warp = fields.number(
                CsvColumn.WARP,
                TraceRecord.NO_WARP,
                fields.field(CsvColumn.WARP) == NOT_THERE ? -1 : 0,
                Integer.MAX_VALUE);
        into.entrance = entrance();
        into.site = fields.number(CsvColumn.SITE, 0);
        long at = fields.number(address, 0);
        if (deviceAddresses && (at < 0 || at > Long.MAX_VALUE >>> 1)) {
            throw fields.fault(address, "no device has the address 0x" + Long.toHexString(at));
        }
        int sectors = fields.number(CsvColumn.SECTORS, 0, 0, 0xFF);
        int size = fields.number(CsvColumn.SIZE, DEFAULT_BYTES, sectors == 0 ? 1 : 0, TraceRecord.MAX_BYTES);
        into.access(
                switch (kind) {
                    case WRITE -> TraceKind.WRITE;
                    case ATOMIC -> TraceKind.ATOMIC;
                    default -> TraceKind.READ;
                },
                at,
                size);
        into.sectors = sectors;
        mask(into);
        if ((into.masked || sectors != 0) && at % SECTOR_BYTES != 0) {
            throw fields.fault(
                    address, "the address of an access with a mask or sectors is a multiple of " + SECTOR_BYTES);
        }
        if (sectors != 0 && !into.masked) {
            cover(into, size);
        }
        if (kind == CsvWords.Kind.ATOMIC) {
            into.atomic = bytes.operands(atomic());
            into.writers = bytes.writers(into.writers);
        }
        if (kind == CsvWords.Kind.WRITE) {
            bytes.data(into, into.masked ? named(into) : into.size);
        }
        if (kind == CsvWords.Kind.MODIFY) {
            modified.copy(into);
            modifies = true;
        }
    }

    private static int named(TraceRecord of) {
        int named = 0;
        for (long word : of.mask) {
            named += Long.bitCount(word);
        }
        return named;
    }

    private Entrance entrance() {
        String word = fields.text(CsvColumn.CLIENT);
        if (word.isEmpty()) {
            return Entrance.STORAGE;
        }
        Entrance entrance = Entrance.of(word);
        if (entrance == null) {
            throw fields.fault(
                    CsvColumn.CLIENT,
                    "no client is called '" + word + "'"
                            + Nearest.hint(
                                    word,
                                    Entrance.all().stream().map(Entrance::key).toList()));
        }
        return entrance;
    }

    private int flags() {
        String words = fields.text(CsvColumn.FLAGS);
        int flags = 0;
        if (!words.isEmpty()) {
            for (String word : words.split("\\+", -1)) {
                Integer bit = CsvWords.FLAGS.get(word);
                if (bit == null) {
                    throw fields.fault(
                            CsvColumn.FLAGS,
                            "no flag is called '" + word + "'" + Nearest.hint(word, CsvWords.FLAGS.keySet()));
                }
                flags |= bit;
            }
        }
        return flags;
    }

    /** The mask of the bytes, in hexadecimal digits of which the last is of the first four bytes. */
    private void mask(TraceRecord into) {
        int field = fields.field(CsvColumn.MASK);
        if (field == NOT_THERE) {
            return;
        }
        int begin = fields.from(field);
        if (fields.to(field) - begin > 2 && lines.at(begin) == '0' && (lines.at(begin + 1) | ' ') == 'x') {
            begin += 2;
        }
        int digits = fields.to(field) - begin;
        if (digits < 1 || digits > MASK_BYTES / 4) {
            throw fields.fault(
                    CsvColumn.MASK, "a mask has 1 to " + MASK_BYTES / 4 + " hexadecimal digits, one for four bytes");
        }
        into.masked = true;
        boolean any = false;
        for (int i = 0; i < digits; i++) {
            int digit = Character.digit(lines.at(fields.to(field) - 1 - i), 16);
            if (digit < 0) {
                throw fields.fault(
                        CsvColumn.MASK,
                        "'" + fields.text(CsvColumn.MASK) + "' has a character that is no hexadecimal digit");
            }
            into.mask[i / HEX_OF_WORD] |= (long) digit << i % HEX_OF_WORD * 4;
            any |= digit != 0;
        }
        if (!any) {
            throw fields.fault(CsvColumn.MASK, "the mask is of no byte");
        }
    }

    /** Of an access with sectors but no mask: its bytes are those from the address on. */
    private void cover(TraceRecord into, int bytes) {
        if (bytes > MASK_BYTES) {
            throw fields.fault(CsvColumn.SIZE, "an access with sectors has at most " + MASK_BYTES + " bytes");
        }
        into.masked = bytes > 0;
        for (int i = 0; i < bytes; i++) {
            into.mask[i / Long.SIZE] |= 1L << i;
        }
    }

    private @Nullable TraceAtomic atomic() {
        String text = fields.text(CsvColumn.ATOMIC);
        if (text.isEmpty()) {
            return null;
        }
        String[] words = text.split(" +", -1);
        List<Integer> offsets = new ArrayList<>();
        try {
            TraceAtomic.Type type = TraceAtomic.Type.valueOf(words.length > 1 ? words[1] : "");
            for (int i = 2; i < words.length; i++) {
                int offset = Integer.parseInt(words[i]);
                if (offset < 0 || offset >= MASK_BYTES) {
                    throw new IllegalArgumentException();
                }
                offsets.add(offset);
            }
            if (TraceAtomic.OPERATIONS.contains(words[0]) && offsets.size() <= TraceAtomic.MOST_ELEMENTS) {
                return new TraceAtomic(words[0], type, offsets);
            }
        } catch (IllegalArgumentException e) {
            // said below
        }
        throw fields.fault(
                CsvColumn.ATOMIC,
                "'" + text + "' is not an operation, a type and up to " + TraceAtomic.MOST_ELEMENTS
                        + " offsets below " + MASK_BYTES + ", such as 'ADD U32 0 4 8'; operations are "
                        + String.join(", ", TraceAtomic.OPERATIONS) + ", types U32, I32, U64 and F32");
    }

    private long[] oneRange(String what) {
        long[] ranges = ranges();
        if (ranges.length != 2) {
            throw fields.fault(CsvColumn.RANGES, what + " needs one range in the column ranges");
        }
        return ranges;
    }

    /** Ranges such as {@code 0x1000+256 0x2000+64}: address and bytes of each. */
    private long[] ranges() {
        int field = fields.field(CsvColumn.RANGES);
        if (field == NOT_THERE) {
            return new long[0];
        }
        long[] ranges = new long[8];
        int count = 0;
        int at = fields.from(field);
        int end = fields.to(field);
        while (at < end) {
            int stop = at;
            int plus = NOT_THERE;
            while (stop < end && lines.at(stop) != ' ') {
                plus = lines.at(stop) == '+' ? stop : plus;
                stop++;
            }
            if (plus == NOT_THERE) {
                throw lines.fault(at + 1, "a range is an address and a number of bytes, such as 0x1000+256");
            }
            long start = lines.number(at, plus, "an address");
            long bytes = lines.number(plus + 1, stop, "a number of bytes");
            if (start < 0 || bytes < 1 || start + bytes < 0) {
                throw lines.fault(at + 1, "the range has no bytes, or reaches beyond 63 bits");
            }
            if (2 * count == ranges.length) {
                ranges = Arrays.copyOf(ranges, ranges.length * 2);
            }
            ranges[2 * count] = start;
            ranges[2 * count++ + 1] = start + bytes;
            at = stop;
            while (at < end && lines.at(at) == ' ') {
                at++;
            }
        }
        return Arrays.copyOf(ranges, 2 * count);
    }
}
