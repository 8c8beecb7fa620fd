// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the importer knows of the bytes of one memory, to tell the host's writes from pages that were merely sent again.
 *
 * <p>gfxreconstruct sends whole pages before each submission, as the host finds them. A byte of such a page is taken as
 * written by the host when it differs from what the host last had there, unless the device has written it since: then it
 * must also differ from what the device wrote, and if that is not known, the byte is taken as the device's.
 */
final class MemoryShadow {
    static final int PAGE = 4096;
    /** The most unchanged bytes between two writes that are written, too, to keep the writes few. */
    static final int MAX_GAP = 16;

    private static final byte HOST = 1;
    private static final byte DEVICE = 2;
    private static final byte DEVICE_KNOWN = 4;
    private static final int FLAGS = 8;
    /** Flags that are the same for a whole page, by their value. */
    private static final byte[][] UNIFORM = uniform();

    private static final Page EMPTY = new Page(PageBytes.ZERO, PageBytes.ZERO, UNIFORM[0]);
    private static final Page DEVICE_WRITTEN = new Page(PageBytes.ZERO, PageBytes.ZERO, UNIFORM[DEVICE]);

    /** From how many bytes on a write by the device is not kept page by page. */
    private static final long MAX_TRACKED = 1L << 30;

    private final Map<Long, Page> pages = new TreeMap<>();
    /** What pages are that are not in the map. */
    private Page others = EMPTY;

    /** 4 KiB, never changed. */
    private record Page(PageBytes host, PageBytes device, byte[] flags) {
        /** Whether the flags of all bytes are these. */
        boolean all(int uniform) {
            return flags == UNIFORM[uniform];
        }

        /** All bytes as the program ordered them, where these are known and are in one place; else null. */
        @Nullable
        PageBytes seen() {
            return all(HOST) ? host : all(DEVICE | DEVICE_KNOWN) || all(HOST | DEVICE | DEVICE_KNOWN) ? device : null;
        }
    }

    private static byte[][] uniform() {
        byte[][] uniform = new byte[FLAGS][PAGE];
        for (int value = 0; value < FLAGS; value++) {
            Arrays.fill(uniform[value], (byte) value);
        }
        return uniform;
    }

    /** These flags, shared with other pages where all are equal. */
    private static byte[] shared(byte[] flags) {
        return Arrays.equals(flags, UNIFORM[flags[0]]) ? UNIFORM[flags[0]] : flags;
    }

    /** A run of bytes that the host wrote. */
    static final class Run {
        private final long offset;
        private final byte[] data;

        private Run(long offset, byte[] data) {
            this.offset = offset;
            this.data = data;
        }

        /** The first byte in the memory. */
        long offset() {
            return offset;
        }

        /** The bytes. */
        byte[] data() {
            return data;
        }

        /** The run in parts, each but the first beginning at one of these offsets, which lie in it and ascend. */
        List<Run> cut(List<Long> offsets) {
            List<Run> parts = new ArrayList<>();
            long start = offset;
            for (long at : offsets) {
                parts.add(part(start, at));
                start = at;
            }
            parts.add(part(start, offset + data.length));
            return parts;
        }

        private Run part(long from, long to) {
            return new Run(from, Arrays.copyOfRange(data, (int) (from - offset), (int) (to - offset)));
        }
    }

    /**
     * What a block of memory contents means.
     *
     * @param writes what the host wrote
     * @param device bytes that the device wrote since the last block and that were therefore taken as no write
     */
    record Difference(List<Run> writes, long device) {}

    private interface PageEdit {
        Page edit(Page page, int from, int to, long start);
    }

    private void edit(long offset, long size, PageEdit edit) {
        long at = offset;
        long end = offset + size;
        while (at < end) {
            long number = at / PAGE;
            int from = (int) (at % PAGE);
            int to = (int) Math.min(PAGE, from + (end - at));
            pages.put(number, edit.edit(pages.getOrDefault(number, others), from, to, at));
            at += to - from;
        }
    }

    /** Notes that the device wrote bytes whose values are not known. */
    void deviceWrote(long offset, long size) {
        if (size > MAX_TRACKED) {
            pages.clear();
            others = DEVICE_WRITTEN;
            return;
        }
        edit(offset, size, (page, from, to, start) -> {
            if (page.all(DEVICE) || (from == 0 && to == PAGE && page.all(0))) {
                return DEVICE_WRITTEN;
            }
            byte[] flags = page.flags.clone();
            for (int i = from; i < to; i++) {
                flags[i] = (byte) ((flags[i] & HOST) | DEVICE);
            }
            return new Page(page.host, page.device, shared(flags));
        });
    }

    /** Notes that the device wrote known bytes. */
    void deviceWrote(long offset, byte[] data, PageBytes.Source source) {
        edit(offset, data.length, (page, from, to, start) -> {
            int first = (int) (start - offset);
            PageBytes whole = from == 0 && to == PAGE ? source.at(first) : null;
            return written(page, from, to, whole, data, first);
        });
    }

    /**
     * A page of which the device has written a part.
     *
     * @param whole the page's new bytes, if they are in one place; else those of {@code data} from {@code first} on
     */
    private static Page written(Page page, int from, int to, @Nullable PageBytes whole, byte[] data, int first) {
        PageBytes device = whole;
        if (device == null) {
            byte[] bytes = page.device.bytes().clone();
            System.arraycopy(data, first, bytes, from, to - from);
            device = new PageBytes.Held(bytes);
        }
        byte[] flags = page.flags.clone();
        for (int i = from; i < to; i++) {
            flags[i] |= DEVICE | DEVICE_KNOWN;
        }
        return new Page(page.host, device, shared(flags));
    }

    /** Notes that the device filled a range with a word. */
    void deviceFilled(long offset, long size, int word) {
        if (size > MAX_TRACKED) {
            deviceWrote(offset, size);
            return;
        }
        byte[] data = new byte[PAGE + 3];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (word >> (8 * (i & 3)));
        }
        byte[][] aligned = new byte[4][];
        edit(offset, size, (page, from, to, start) -> {
            int phase = (int) ((start - offset) & 3);
            if (from > 0 || to < PAGE) {
                return written(page, from, to, null, data, phase);
            }
            if (aligned[phase] == null) {
                aligned[phase] = Arrays.copyOfRange(data, phase, phase + PAGE);
            }
            return written(page, from, to, new PageBytes.Held(aligned[phase]), data, phase);
        });
    }

    /** Notes that the device copied bytes from a memory, which may be this one. */
    void deviceCopied(MemoryShadow source, long from, long to, long size) {
        if (size > MAX_TRACKED) {
            deviceWrote(to, size);
            return;
        }
        for (long done = 0; done < size; ) {
            int part = (int) Math.min(PAGE - (to + done) % PAGE, size - done);
            PageBytes whole = part == PAGE ? source.filed(from + done) : null;
            byte[] data = whole == null ? source.known(from + done, part) : new byte[0];
            if (whole != null) {
                edit(to + done, part, (page, first, end, start) -> written(page, first, end, whole, data, 0));
            } else if (data.length == part) {
                deviceWrote(to + done, data, PageBytes.Source.NONE);
            } else {
                deviceWrote(to + done, part);
            }
            done += part;
        }
    }

    /** A page's worth of bytes from an offset on, if the capture's file has them in one piece; else null. */
    private @Nullable PageBytes filed(long offset) {
        int in = (int) (offset % PAGE);
        PageBytes first = pages.getOrDefault(offset / PAGE, others).seen();
        PageBytes second =
                in == 0 ? first : pages.getOrDefault(offset / PAGE + 1, others).seen();
        if (first instanceof PageBytes.Filed one
                && second instanceof PageBytes.Filed two
                && (in == 0 || (one.file() == two.file() && one.position() + PAGE == two.position()))) {
            return new PageBytes.Filed(one.file(), one.position() + in);
        }
        return null;
    }

    /** The bytes of a range as the program ordered them, or nothing when one of them is not known. */
    byte[] known(long offset, int size) {
        byte[] data = new byte[size];
        for (int at = 0; at < size; ) {
            Page page = pages.getOrDefault((offset + at) / PAGE, others);
            int from = (int) ((offset + at) % PAGE);
            int part = Math.min(PAGE - from, size - at);
            byte[] host = page.host.bytes();
            byte[] device = page.device.bytes();
            for (int i = from; i < from + part; i++) {
                byte flags = page.flags[i];
                if ((flags & DEVICE) != 0 ? (flags & DEVICE_KNOWN) == 0 : (flags & HOST) == 0) {
                    return new byte[0];
                }
                data[at + i - from] = (flags & DEVICE) != 0 ? device[i] : host[i];
            }
            at += part;
        }
        return data;
    }

    /** Whether the device wrote a byte of a range last, and its value is not known. */
    boolean hides(long offset, long size) {
        return any(offset, size, DEVICE | DEVICE_KNOWN);
    }

    /** Whether the device wrote a byte of a range last. */
    boolean byDevice(long offset, long size) {
        return any(offset, size, DEVICE);
    }

    /** Whether of these flags, a byte of a range has that of the device alone. */
    private boolean any(long offset, long size, int mask) {
        for (long at = offset; at < offset + size; at++) {
            byte flags = pages.getOrDefault(at / PAGE, others).flags[(int) (at % PAGE)];
            if ((flags & mask) == DEVICE) {
                return true;
            }
        }
        return false;
    }

    /** The bytes of a range that the host last had there, and 0 where it had none. */
    byte[] hostSaw(long offset, int size) {
        byte[] data = new byte[size];
        for (int i = 0; i < size; i++) {
            Page page = pages.getOrDefault((offset + i) / PAGE, others);
            int p = (int) ((offset + i) % PAGE);
            data[i] = (page.flags[p] & HOST) != 0 ? page.host.bytes()[p] : 0;
        }
        return data;
    }

    /** Compares a block of memory contents with what is known, and takes it over. */
    Difference hostSent(long offset, byte[] data, PageBytes.Source source) {
        // 0 unchanged, 1 written by the host, 2 the device's
        byte[] verdict = new byte[data.length];
        edit(offset, data.length, (page, from, to, start) -> {
            int first = (int) (start - offset);
            byte[] before = page.host.bytes();
            byte[] device = page.device.bytes();
            byte[] flags = page.flags.clone();
            for (int i = from; i < to; i++) {
                verdict[first + i - from] = take(before, device, flags, i, data[first + i - from]);
            }
            PageBytes host = from == 0 && to == PAGE ? source.at(first) : null;
            if (host == null) {
                byte[] bytes = before.clone();
                System.arraycopy(data, first, bytes, from, to - from);
                host = new PageBytes.Held(bytes);
            }
            return new Page(host, page.device, shared(flags));
        });
        long device = 0;
        for (byte v : verdict) {
            device += v == 2 ? 1 : 0;
        }
        return new Difference(runs(offset, data, verdict), device);
    }

    private static byte take(byte[] host, byte[] device, byte[] flags, int i, byte value) {
        byte before = flags[i];
        boolean hostHas = host[i] == value;
        if ((before & DEVICE) == 0) {
            flags[i] = HOST;
            return (byte) (hostHas && (before & HOST) != 0 ? 0 : 1);
        }
        if (hostHas) {
            // the page as it was before the device wrote, zero where the host had written nothing: the device's byte is
            // still to be seen
            return 2;
        }
        boolean written = (before & DEVICE_KNOWN) != 0 && device[i] != value;
        flags[i] = HOST;
        return (byte) (written ? 1 : 2);
    }

    private static List<Run> runs(long offset, byte[] data, byte[] verdict) {
        wholeWords(offset, verdict);
        List<Run> runs = new ArrayList<>();
        int at = 0;
        while (at < data.length) {
            if (verdict[at] != 1) {
                at++;
                continue;
            }
            int end = at + 1;
            int gap = 0;
            for (int i = end; i < data.length && verdict[i] != 2 && gap <= MAX_GAP; i++) {
                gap = verdict[i] == 1 ? 0 : gap + 1;
                end = verdict[i] == 1 ? i + 1 : end;
            }
            runs.add(new Run(offset + at, Arrays.copyOfRange(data, at, end)));
            at = end;
        }
        return runs;
    }

    /** Programs write words: one of which some bytes changed and none is the device's was written as a whole. */
    private static void wholeWords(long offset, byte[] verdict) {
        for (int word = (int) (-offset & 3); word + 4 <= verdict.length; word += 4) {
            boolean written = false;
            boolean device = false;
            for (int i = word; i < word + 4; i++) {
                written |= verdict[i] == 1;
                device |= verdict[i] == 2;
            }
            if (written && !device) {
                Arrays.fill(verdict, word, word + 4, (byte) 1);
            }
        }
    }
}
