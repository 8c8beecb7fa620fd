// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

import dev.sluice.config.ConfigException;
import dev.sluice.config.units.Duration;
import dev.sluice.config.units.Frequency;
import dev.sluice.config.units.Size;
import java.math.BigInteger;

/** The sizes and times of a file as the numbers of specs; what these have no room for is a fault at its key. */
public final class Quantities {
    private static final BigInteger MOST_PICOSECONDS = BigInteger.valueOf(Long.MAX_VALUE);

    private final Frequency clock;
    private final Located where;

    /**
     * Those of a file.
     *
     * @param clock the core clock, in whose cycles times are counted
     */
    public Quantities(Frequency clock, Located where) {
        this.clock = clock;
        this.where = where;
    }

    /**
     * The bytes of a size.
     *
     * @param record what {@code key} stands in
     * @param path the key's name in faults
     */
    public int bytes(Record record, String key, String path, Size size) {
        if (size.bytes() > Integer.MAX_VALUE) {
            throw where.error(record, key, path + ": " + size + " is too large");
        }
        return (int) size.bytes();
    }

    /**
     * The core cycles of a time, rounded up.
     *
     * @param record what {@code key} stands in
     * @param path the key's name in faults
     * @param least the least cycles that are possible
     */
    public int cycles(Record record, String key, String path, Duration time, long least) {
        return cycles(record, key, path, time, time.exactCycles(clock), least);
    }

    /** The same for a time of which it is known how many core cycles it is. */
    public int cycles(Record record, String key, String path, Duration time, BigInteger cycles, long least) {
        if (cycles.compareTo(BigInteger.valueOf(least)) < 0 || cycles.bitLength() >= Integer.SIZE) {
            boolean asWritten =
                    time.amount() == 0 || (time.inCycles() && cycles.equals(BigInteger.valueOf(time.amount())));
            String what = (asWritten ? "" : time + " is ") + cycles + " core cycles";
            throw impossible(record, key, path, what, least, Integer.MAX_VALUE);
        }
        return cycles.intValueExact();
    }

    /**
     * The picoseconds of a time that is no more core cycles than an {@code int} holds.
     *
     * @param record what {@code key} stands in
     * @param path the key's name in faults
     */
    public long picoseconds(Record record, String key, String path, Duration time) {
        cycles(record, key, path, time, 0);
        BigInteger picoseconds = time.exactPicoseconds(clock);
        if (picoseconds.compareTo(MOST_PICOSECONDS) > 0) {
            throw impossible(record, key, path, time + " is " + picoseconds + " picoseconds", 0, Long.MAX_VALUE);
        }
        return picoseconds.longValueExact();
    }

    private ConfigException impossible(Record record, String key, String path, String what, long least, long most) {
        return where.error(record, key, path + ": " + what + "; " + least + " to " + most + " are possible");
    }
}
