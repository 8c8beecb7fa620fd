// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.conformance;

import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.testing.MockRequester.Access;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** What every way writes to and reads from its own window: first all of it, then at random; and what each read must return. */
final class Traffic {

    private final Bench bench;
    private final Subject subject;
    private final List<byte[]> flat = new ArrayList<>();
    private final List<Access> reads = new ArrayList<>();
    private final List<byte[]> expected = new ArrayList<>();
    private long readSectors;
    private long writtenSectors;
    private long writtenBytes;
    /** The cycle of the last access, as scripted. */
    long end;

    Traffic(Bench bench, Subject subject, Random random) {
        this.bench = bench;
        this.subject = subject;
        for (int way = 0; way < bench.requesters.size(); way++) {
            flat.add(new byte[Subject.WINDOW]);
            int longest = bench.longest(way);
            for (int at = 0; at < Subject.WINDOW; at += longest) {
                write(random, way, 0, at, longest);
            }
        }
    }

    /** Scripts accesses of all ways, with {@code gap} cycles between two of a way at the most. */
    Traffic script(Random random, int perWay, int gap) {
        for (int way = 0; way < bench.requesters.size(); way++) {
            long cycle = 0;
            for (int i = 0; i < perWay; i++) {
                cycle += random.nextInt(gap);
                access(random, way, cycle);
            }
            end = Math.max(end, cycle);
        }
        return this;
    }

    private void access(Random random, int way, long cycle) {
        MockRequester requester = bench.requesters.get(way);
        int longest = bench.longest(way);
        int hot = random.nextInt(3) == 0 ? Subject.WINDOW : 512;
        int base = random.nextInt(hot / longest) * longest;
        int from = random.nextInt(longest);
        int size = 1 + random.nextInt(longest - from);
        if (random.nextInt(3) == 0) {
            from = 0;
            size = longest;
        }
        int at = base + from;
        if (random.nextInt(5) < 3) {
            reads.add(requester.read(cycle, subject.window(way) + at, size));
            expected.add(Arrays.copyOfRange(flat.get(way), at, at + size));
            readSectors += sectors(at, size);
        } else {
            write(random, way, cycle, at, size);
        }
    }

    private void write(Random random, int way, long cycle, int at, int size) {
        byte[] bytes = new byte[size];
        if (random.nextInt(4) == 0) {
            Arrays.fill(bytes, (byte) random.nextInt(3)); // what a codec makes short
        } else {
            random.nextBytes(bytes);
        }
        bench.requesters.get(way).write(cycle, subject.window(way) + at, bytes).with(subject.storeFlags());
        System.arraycopy(bytes, 0, flat.get(way), at, size);
        writtenSectors += sectors(at, size);
        writtenBytes += size;
    }

    private static int sectors(int at, int size) {
        return (at + size - 1 >> 5) - (at >> 5) + 1;
    }

    Subject.Sent sent() {
        long requests =
                bench.requesters.stream().mapToLong(r -> r.accesses.size()).sum();
        return new Subject.Sent(requests, readSectors, writtenSectors, writtenBytes);
    }

    /** The reads that returned something else than was written last, as text. */
    List<String> wrongReads() {
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < reads.size(); i++) {
            Access read = reads.get(i);
            if (!Arrays.equals(read.data, expected.get(i))) {
                wrong.add("read " + i + " of " + read.data.length + " bytes at " + read.address + " sent " + read.sent);
            }
        }
        return wrong;
    }

    /** The bytes of memory that are not those written last, as text. */
    List<String> wrongBytes() {
        List<String> wrong = new ArrayList<>();
        for (int way = 0; way < flat.size(); way++) {
            for (int i = 0; i < Subject.WINDOW; i++) {
                long address = subject.window(way) + i;
                if (subject.stored(bench, address) != flat.get(way)[i]) {
                    wrong.add("byte " + address);
                }
            }
        }
        return wrong;
    }

    /** The cycle of each answer. */
    List<Long> answers() {
        return bench.requesters.stream()
                .flatMap(r -> r.accesses.stream())
                .map(a -> a.answered)
                .toList();
    }
}
