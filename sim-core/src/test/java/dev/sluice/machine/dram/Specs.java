// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.device.DramProtocol;
import dev.sluice.device.DramSpec;
import dev.sluice.device.DramTiming;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** DRAM descriptions for tests: round numbers where the number matters, presets where realism does. */
public final class Specs {

    static final long CORE_HZ = 1_000_000_000L;

    /** Every parameter different, so that a test that mixes two up fails. */
    public static final DramTiming DISTINCT =
            new DramTiming(20, 9, 17, 13, 19, 40, 61, 6, 11, 53, 3, 5, 7, 12, 15, 8, 23, 300, 20_000, 2);

    /** {@link #DISTINCT} without refresh. */
    static final DramTiming NO_REFRESH =
            new DramTiming(20, 9, 17, 13, 19, 40, 61, 6, 11, 53, 3, 5, 7, 12, 15, 8, 23, 0, 20_000, 2);

    private Specs() {}

    /** One channel, one rank, four groups of four banks, at the core's clock. */
    public static DramSpec of(DramTiming timing) {
        return of(timing, 1, 1, "RoBaRaCoBgCh", "frfcfs", CORE_HZ, false);
    }

    static DramSpec of(
            DramTiming timing, int channels, int ranks, String mapping, String policy, long clockHz, boolean hash) {
        return new DramSpec(
                "test",
                1L << 30,
                channels,
                ranks,
                4,
                4,
                2048,
                32,
                clockHz,
                timing,
                DramProtocol.PLAIN,
                mapping,
                256,
                hash,
                DramSpec.Policy.of(policy),
                32,
                32,
                24,
                8,
                0);
    }

    /** The same with another protocol. */
    static DramSpec with(DramSpec s, DramProtocol protocol) {
        return with(s, s.ranks(), protocol);
    }

    /** The same with another number of ranks. */
    static DramSpec withRanks(DramSpec s, int ranks) {
        return with(s, ranks, s.protocol());
    }

    private static DramSpec with(DramSpec s, int ranks, DramProtocol protocol) {
        return new DramSpec(
                s.preset(),
                s.size(),
                s.channels(),
                ranks,
                s.bankGroups(),
                s.banksPerGroup(),
                s.rowBytes(),
                s.transactionBytes(),
                s.clockHz(),
                s.timing(),
                protocol,
                s.mapping(),
                s.interleave(),
                s.xorHash(),
                s.policy(),
                s.queue(),
                s.writeQueue(),
                s.writeHigh(),
                s.writeLow(),
                s.controllerLatency());
    }

    /** The names of the presets in configs/devices/dram. */
    static List<String> presets() {
        try (Stream<Path> files = Files.list(directory())) {
            return files.map(file -> file.getFileName().toString().replace(".yaml", ""))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A preset with some channels. */
    static DramSpec preset(String name, int channels) {
        return preset(name, channels, 1L << 30);
    }

    static DramSpec preset(String name, int channels, long size) {
        String text;
        try {
            text = Files.readString(directory().resolve(name + ".yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        DramTiming timing = new DramTiming(
                integer(text, "cl"),
                integer(text, "cwl"),
                integer(text, "rcdRead"),
                integer(text, "rcdWrite"),
                integer(text, "rp"),
                integer(text, "ras"),
                integer(text, "rc"),
                integer(text, "rrdS"),
                integer(text, "rrdL"),
                integer(text, "faw"),
                integer(text, "ccdS"),
                integer(text, "ccdL"),
                integer(text, "wtrS"),
                integer(text, "wtrL"),
                integer(text, "wr"),
                integer(text, "rtp"),
                integer(text, "rtw"),
                integer(text, "rfc"),
                integer(text, "refi"),
                integer(text, "burst"));
        return new DramSpec(
                name,
                size,
                channels,
                text.contains("\nranks: ") ? integer(text, "ranks") : 1,
                integer(text, "bankGroups"),
                integer(text, "banksPerGroup"),
                integer(text, "rowBytes"),
                integer(text, "transactionBytes"),
                hertz(text),
                timing,
                protocol(text),
                word(text, "mapping"),
                integer(text, "interleave"),
                Boolean.parseBoolean(word(text, "xorHash")),
                DramSpec.Policy.of(word(text, "policy")),
                integer(text, "queue"),
                integer(text, "writeQueue"),
                integer(text, "writeHigh"),
                integer(text, "writeLow"),
                0);
    }

    private static DramProtocol protocol(String text) {
        return new DramProtocol(
                text.contains("stackIds: true"),
                or(text, "rankSwitch", 2),
                DramProtocol.CommandBus.of(text.contains("commandBus: ") ? word(text, "commandBus") : "free"),
                or(text, "activateCycles", 1),
                or(text, "columnCycles", 1),
                or(text, "ccdLWrite", 0),
                or(text, "rfcBank", 0),
                or(text, "refreshToActivate", 0),
                or(text, "refreshToRefresh", 0));
    }

    private static int or(String text, String key, int otherwise) {
        return text.contains(key + ": ") ? integer(text, key) : otherwise;
    }

    private static Path directory() {
        Path fromModule = Path.of("..", "configs", "devices", "dram");
        return Files.isDirectory(fromModule) ? fromModule : Path.of("configs", "devices", "dram");
    }

    private static int integer(String text, String key) {
        String value = word(text, key);
        return value.endsWith("KiB") ? Integer.parseInt(value.replace("KiB", "")) * 1024 : Integer.parseInt(value);
    }

    private static long hertz(String text) {
        String value = word(text, "clock");
        double number = Double.parseDouble(value.replaceAll("[A-Za-z]", ""));
        return Math.round(number * (value.toUpperCase(Locale.ROOT).endsWith("GHZ") ? 1e9 : 1e6));
    }

    private static String word(String text, String key) {
        Matcher matcher =
                Pattern.compile("(?m)(?:^|[{,] *|^ +)" + key + ": ([\\w.]+)").matcher(text);
        if (!matcher.find()) {
            throw new IllegalArgumentException("no " + key);
        }
        return matcher.group(1);
    }
}
