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

    private static final int NOT_THERE = -1;
    private static final int DEFAULT_BYTES = 4;
    private static final int MAX_UNIT = 1 << 20;
    /** Cycles stay whole where results are read as binary64, and ticks of faster clocks stay within 63 bits. */
    private static final long MAX_TIME = 1L << 53;

    private static final int SECTOR_BYTES = 32;
    private static final int MASK_BYTES = TraceRecord.MASK_WORDS * Long.SIZE;
    private static final int HEX_OF_WORD = Long.SIZE / 4;

    private final String name;
    private final TraceLines lines;
    private final int[] fieldOf = new int[CsvColumn.values().length];
    private final boolean deviceAddresses;
    private int fields;
    /** Where each field of the line begins and ends. */
    private int[] from = new int[16];

    private int[] to = new int[16];
    private boolean modifies;
    private long fetches;
    private final TraceRecord modified = new TraceRecord();

    CsvTrace(String name, TraceInput in) {
        this.name = name;
        this.lines = new TraceLines(in);
        Arrays.fill(fieldOf, NOT_THERE);
        if (!nextLine()) {
            throw new ConfigException(
                    in.file(), "is empty; its first line names the columns, such as time,unit,kind,address,size");
        }
        header();
        deviceAddresses = fieldOf[CsvColumn.DEVICE_ADDRESS.ordinal()] != NOT_THERE;
    }

    private void header() {
        split();
        for (int i = 0; i < fields; i++) {
            CsvColumn column = CsvColumn.of(lines.text(from[i], to[i]));
            if (column != null) {
                if (fieldOf[column.ordinal()] != NOT_THERE) {
                    throw lines.fault(from[i] + 1, "there are two columns '" + column.key() + "'");
                }
                fieldOf[column.ordinal()] = i;
            }
        }
        boolean address = fieldOf[CsvColumn.ADDRESS.ordinal()] != NOT_THERE;
        boolean device = fieldOf[CsvColumn.DEVICE_ADDRESS.ordinal()] != NOT_THERE;
        if (!address && !device) {
            throw lines.fault(
                    1,
                    "no column is called 'address'; the first line names the columns, such as time,unit,kind,address,size");
        }
        if (address && device) {
            throw lines.fault(1, "there are columns 'address' and 'device_address'; a trace has one of them");
        }
    }

    /** Whether a line can be the one that names the columns. */
    static boolean isHeader(String line) {
        for (String word : line.split(",", -1)) {
            CsvColumn column = CsvColumn.of(word.strip());
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
        return fieldOf[CsvColumn.AFTER.ordinal()] != NOT_THERE;
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
            split();
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

    /** Finds the fields of the line, without blanks and quotes around them. */
    private void split() {
        fields = 0;
        int at = 0;
        int length = lines.length();
        while (at <= length) {
            if (fields == from.length) {
                from = Arrays.copyOf(from, fields * 2);
                to = Arrays.copyOf(to, fields * 2);
            }
            int begin = at;
            boolean quoted = false;
            while (at < length && (quoted || lines.at(at) != ',')) {
                quoted ^= lines.at(at) == '"';
                at++;
            }
            if (quoted) {
                throw lines.fault(begin + 1, "a quotation mark is opened and never closed");
            }
            int end = at;
            while (begin < end && blank(lines.at(begin))) {
                begin++;
            }
            while (end > begin && blank(lines.at(end - 1))) {
                end--;
            }
            from[fields] = begin;
            to[fields++] = end;
            at++;
        }
    }

    private static boolean blank(byte value) {
        return value == ' ' || value == '\t' || value == '"';
    }

    private int field(CsvColumn column) {
        int field = fieldOf[column.ordinal()];
        return field == NOT_THERE || field >= fields || from[field] == to[field] ? NOT_THERE : field;
    }

    private String text(CsvColumn column) {
        int field = field(column);
        return field == NOT_THERE ? "" : lines.text(from[field], to[field]);
    }

    /** A field's number, or a value for a field that is empty. */
    private long number(CsvColumn column, long otherwise) {
        int field = field(column);
        return field == NOT_THERE ? otherwise : lines.number(from[field], to[field], "the " + column.key());
    }

    private int number(CsvColumn column, int otherwise, int least, int most) {
        long value = number(column, otherwise);
        if (value < least || value > most) {
            throw fault(
                    column,
                    "the " + column.key() + " " + Long.toUnsignedString(value) + " is not between " + least + " and "
                            + most);
        }
        return (int) value;
    }

    private ConfigException fault(CsvColumn column, String problem) {
        int field = field(column);
        return lines.fault(field == NOT_THERE ? Math.max(1, lines.length()) : from[field] + 1, problem);
    }

    /** Fills in a record; false if the line is one that is left out. */
    private boolean parse(TraceRecord into) {
        CsvWords.Kind kind = kind();
        long time = number(CsvColumn.TIME, TraceRecord.NO_TIME);
        if ((time < 0 || time > MAX_TIME) && field(CsvColumn.TIME) != NOT_THERE) {
            throw fault(
                    CsvColumn.TIME,
                    "the time " + Long.toUnsignedString(time) + " is not between 0 and " + MAX_TIME + " cycles");
        }
        into.time = time;
        into.after = number(
                CsvColumn.AFTER,
                TraceRecord.LAST,
                field(CsvColumn.AFTER) == NOT_THERE ? TraceRecord.LAST : 0,
                Integer.MAX_VALUE);
        into.flags = flags();
        switch (kind) {
            case FETCH -> {
                fetches++;
                return false;
            }
            case FLUSH, INVALIDATE, DISCARD -> {
                into.kind = TraceKind.valueOf(kind.name());
                into.cache = text(CsvColumn.CACHE);
                if (into.cache.isEmpty()) {
                    throw fault(
                            CsvColumn.CACHE, "a " + into.kind.key() + " needs the name of a cache in the column cache");
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
                into.unit = number(CsvColumn.UNIT, 0, 0, MAX_UNIT);
                into.entrance = entrance();
                into.address = number(deviceAddresses ? CsvColumn.DEVICE_ADDRESS : CsvColumn.ADDRESS, 0);
            }
            case RESOURCE -> {
                into.kind = TraceKind.RESOURCE;
                into.unit = number(CsvColumn.UNIT, 0, 0, MAX_UNIT);
                into.ranges = oneRange("a resource");
            }
            case IMAGES -> into.kind = TraceKind.IMAGES;
            case RESET -> into.kind = TraceKind.RESET;
            default -> access(into, kind);
        }
        return true;
    }

    private CsvWords.Kind kind() {
        String word = text(CsvColumn.KIND);
        if (word.isEmpty()) {
            return CsvWords.Kind.READ;
        }
        CsvWords.Kind kind = CsvWords.Kind.of(word);
        if (kind == null) {
            throw fault(
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
        if (field(address) == NOT_THERE) {
            throw fault(address, "the access has no address");
        }
        into.unit = number(CsvColumn.UNIT, 0, 0, MAX_UNIT);
        into.warp = number(
                CsvColumn.WARP, TraceRecord.NO_WARP, field(CsvColumn.WARP) == NOT_THERE ? -1 : 0, Integer.MAX_VALUE);
        into.entrance = entrance();
        into.site = number(CsvColumn.SITE, 0);
        long at = number(address, 0);
        if (deviceAddresses && (at < 0 || at > Long.MAX_VALUE >>> 1)) {
            throw fault(address, "no device has the address 0x" + Long.toHexString(at));
        }
        int sectors = number(CsvColumn.SECTORS, 0, 0, 0xFF);
        int bytes = number(CsvColumn.SIZE, DEFAULT_BYTES, sectors == 0 ? 1 : 0, TraceRecord.MAX_BYTES);
        into.access(
                switch (kind) {
                    case WRITE -> TraceKind.WRITE;
                    case ATOMIC -> TraceKind.ATOMIC;
                    default -> TraceKind.READ;
                },
                at,
                bytes);
        into.sectors = sectors;
        mask(into);
        if ((into.masked || sectors != 0) && at % SECTOR_BYTES != 0) {
            throw fault(address, "the address of an access with a mask or sectors is a multiple of " + SECTOR_BYTES);
        }
        if (sectors != 0 && !into.masked) {
            cover(into, bytes);
        }
        if (kind == CsvWords.Kind.ATOMIC) {
            into.atomic = atomic();
        }
        if (kind == CsvWords.Kind.MODIFY) {
            modified.copy(into);
            modifies = true;
        }
    }

    private Entrance entrance() {
        String word = text(CsvColumn.CLIENT);
        if (word.isEmpty()) {
            return Entrance.STORAGE;
        }
        Entrance entrance = Entrance.of(word);
        if (entrance == null) {
            throw fault(
                    CsvColumn.CLIENT,
                    "no client is called '" + word + "'"
                            + Nearest.hint(
                                    word,
                                    Entrance.all().stream().map(Entrance::key).toList()));
        }
        return entrance;
    }

    private int flags() {
        String words = text(CsvColumn.FLAGS);
        int flags = 0;
        if (!words.isEmpty()) {
            for (String word : words.split("\\+", -1)) {
                Integer bit = CsvWords.FLAGS.get(word);
                if (bit == null) {
                    throw fault(
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
        int field = field(CsvColumn.MASK);
        if (field == NOT_THERE) {
            return;
        }
        int begin = from[field];
        if (to[field] - begin > 2 && lines.at(begin) == '0' && (lines.at(begin + 1) | ' ') == 'x') {
            begin += 2;
        }
        int digits = to[field] - begin;
        if (digits < 1 || digits > MASK_BYTES / 4) {
            throw fault(
                    CsvColumn.MASK, "a mask has 1 to " + MASK_BYTES / 4 + " hexadecimal digits, one for four bytes");
        }
        into.masked = true;
        boolean any = false;
        for (int i = 0; i < digits; i++) {
            int digit = Character.digit(lines.at(to[field] - 1 - i), 16);
            if (digit < 0) {
                throw fault(
                        CsvColumn.MASK, "'" + text(CsvColumn.MASK) + "' has a character that is no hexadecimal digit");
            }
            into.mask[i / HEX_OF_WORD] |= (long) digit << i % HEX_OF_WORD * 4;
            any |= digit != 0;
        }
        if (!any) {
            throw fault(CsvColumn.MASK, "the mask is of no byte");
        }
    }

    /** Of an access with sectors but no mask: its bytes are those from the address on. */
    private void cover(TraceRecord into, int bytes) {
        if (bytes > MASK_BYTES) {
            throw fault(CsvColumn.SIZE, "an access with sectors has at most " + MASK_BYTES + " bytes");
        }
        into.masked = bytes > 0;
        for (int i = 0; i < bytes; i++) {
            into.mask[i / Long.SIZE] |= 1L << i;
        }
    }

    private @Nullable TraceAtomic atomic() {
        String text = text(CsvColumn.ATOMIC);
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
        throw fault(
                CsvColumn.ATOMIC,
                "'" + text + "' is not an operation, a type and up to " + TraceAtomic.MOST_ELEMENTS
                        + " offsets below " + MASK_BYTES + ", such as 'ADD U32 0 4 8'; operations are "
                        + String.join(", ", TraceAtomic.OPERATIONS) + ", types U32, I32, U64 and F32");
    }

    private long[] oneRange(String what) {
        long[] ranges = ranges();
        if (ranges.length != 2) {
            throw fault(CsvColumn.RANGES, what + " needs one range in the column ranges");
        }
        return ranges;
    }

    /** Ranges such as {@code 0x1000+256 0x2000+64}: address and bytes of each. */
    private long[] ranges() {
        int field = field(CsvColumn.RANGES);
        if (field == NOT_THERE) {
            return new long[0];
        }
        long[] ranges = new long[8];
        int count = 0;
        int at = from[field];
        int end = to[field];
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
