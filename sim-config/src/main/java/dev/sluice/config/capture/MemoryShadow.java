// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
    private static final Page EMPTY = new Page(new byte[PAGE], new byte[PAGE], new byte[PAGE]);
    private static final Page DEVICE_WRITTEN = deviceWritten();

    /** From how many bytes on a write by the device is not kept page by page. */
    private static final long MAX_TRACKED = 1L << 30;

    private final Map<Long, Page> pages = new TreeMap<>();
    /** What pages are that are not in the map. */
    private Page others = EMPTY;

    /** 4 KiB, never changed once it is in the map. */
    private static final class Page {
        final byte[] host;
        final byte[] device;
        final byte[] flags;

        Page(byte[] host, byte[] device, byte[] flags) {
            this.host = host;
            this.device = device;
            this.flags = flags;
        }

        Page copy() {
            return new Page(host.clone(), device.clone(), flags.clone());
        }
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

    private static Page deviceWritten() {
        Page page = EMPTY.copy();
        Arrays.fill(page.flags, DEVICE);
        return page;
    }

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
            if (page.flags == DEVICE_WRITTEN.flags || (from == 0 && to == PAGE && page.flags == EMPTY.flags)) {
                return DEVICE_WRITTEN;
            }
            Page copy = page.copy();
            for (int i = from; i < to; i++) {
                copy.flags[i] = (byte) ((copy.flags[i] & HOST) | DEVICE);
            }
            return copy;
        });
    }

    /** Notes that the device wrote known bytes. */
    void deviceWrote(long offset, byte[] data) {
        edit(offset, data.length, (page, from, to, start) -> {
            Page copy = page.copy();
            for (int i = from; i < to; i++) {
                copy.device[i] = data[(int) (start - offset) + i - from];
                copy.flags[i] |= DEVICE | DEVICE_KNOWN;
            }
            return copy;
        });
    }

    /** Notes that the device filled a range with a word. */
    void deviceFilled(long offset, long size, int word) {
        if (size > MAX_TRACKED) {
            deviceWrote(offset, size);
            return;
        }
        edit(offset, size, (page, from, to, start) -> {
            Page copy = page.copy();
            for (int i = from; i < to; i++) {
                copy.device[i] = (byte) (word >> (8 * (int) ((start - offset + i - from) & 3)));
                copy.flags[i] |= DEVICE | DEVICE_KNOWN;
            }
            return copy;
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
            byte[] data = source.known(from + done, part);
            if (data.length == part) {
                deviceWrote(to + done, data);
            } else {
                deviceWrote(to + done, part);
            }
            done += part;
        }
    }

    /** The bytes of a range as the program ordered them, or nothing when one of them is not known. */
    byte[] known(long offset, int size) {
        byte[] data = new byte[size];
        for (int i = 0; i < size; i++) {
            long at = offset + i;
            Page page = pages.getOrDefault(at / PAGE, others);
            int p = (int) (at % PAGE);
            byte flags = page.flags[p];
            if ((flags & DEVICE) != 0 ? (flags & DEVICE_KNOWN) == 0 : (flags & HOST) == 0) {
                return new byte[0];
            }
            data[i] = (flags & DEVICE) != 0 ? page.device[p] : page.host[p];
        }
        return data;
    }

    /** The bytes of a range that the host last had there, and 0 where it had none. */
    byte[] hostSaw(long offset, int size) {
        byte[] data = new byte[size];
        for (int i = 0; i < size; i++) {
            Page page = pages.getOrDefault((offset + i) / PAGE, others);
            int p = (int) ((offset + i) % PAGE);
            data[i] = (page.flags[p] & HOST) != 0 ? page.host[p] : 0;
        }
        return data;
    }

    /** Compares a block of memory contents with what is known, and takes it over. */
    Difference hostSent(long offset, byte[] data) {
        // 0 unchanged, 1 written by the host, 2 the device's
        byte[] verdict = new byte[data.length];
        edit(offset, data.length, (page, from, to, start) -> {
            Page copy = page.copy();
            for (int i = from; i < to; i++) {
                int d = (int) (start - offset) + i - from;
                verdict[d] = take(copy, i, data[d]);
            }
            return copy;
        });
        long device = 0;
        for (byte v : verdict) {
            device += v == 2 ? 1 : 0;
        }
        return new Difference(runs(offset, data, verdict), device);
    }

    private static byte take(Page page, int i, byte value) {
        byte flags = page.flags[i];
        boolean hostHas = (flags & HOST) != 0 && page.host[i] == value;
        if ((flags & DEVICE) == 0) {
            page.host[i] = value;
            page.flags[i] = HOST;
            return (byte) (hostHas ? 0 : 1);
        }
        if (hostHas) {
            // the page as it was before the device wrote: the device's byte is still to be seen
            return 2;
        }
        boolean written = (flags & DEVICE_KNOWN) != 0 && page.device[i] != value;
        page.host[i] = value;
        page.flags[i] = HOST;
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
