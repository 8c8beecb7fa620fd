// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A device file with some of its values replaced by others that may or may not make sense there. */
public final class RandomDeviceFile {
    private static final Pattern VALUE = Pattern.compile("(?<=[a-zA-Z]: )[A-Za-z0-9.]+(?=[,}\\n])");
    private static final Pattern UNITS = Pattern.compile("(computeUnits:\\s*\\{?\\s*count: )\\d+");

    private static final List<String> NUMBERS = List.of(
            "0",
            "1",
            "2",
            "3",
            "4",
            "5",
            "6",
            "7",
            "8",
            "12",
            "16",
            "24",
            "32",
            "48",
            "50",
            "64",
            "96",
            "100",
            "128",
            "256",
            "512",
            "1000",
            "4096",
            "65536",
            "2147483647",
            "4294967296",
            "1KiB",
            "3KiB",
            "64KiB",
            "768KiB",
            "1MiB",
            "2MiB",
            "1GiB",
            "1ns",
            "100ns",
            "1us",
            "1MHz",
            "3GHz");

    private static final List<String> WORDS = List.of(
            "true",
            "false",
            "back",
            "through",
            "none",
            "line",
            "sector",
            "byte",
            "noWrite",
            "fetchOnWrite",
            "validateOnWrite",
            "xor",
            "modulo",
            "lru",
            "plru",
            "fifo",
            "random",
            "lfu",
            "drrip",
            "ship",
            "device",
            "computeUnit",
            "rop",
            "vram",
            "L1",
            "L2",
            "MALL",
            "TEX",
            "ROP_COLOR",
            "frfcfs",
            "fcfs",
            "RoBaRaCoCh",
            "RoRaBaChCo",
            "onchip",
            "pcie3");

    private RandomDeviceFile() {}

    /** The text with a few of its values replaced, and few compute units. */
    public static String of(String device, SplittableRandom random) {
        String text = RandomMechanisms.in(UNITS.matcher(device).replaceFirst("$1" + (1 + random.nextInt(4))), random);
        int changes = 1 + random.nextInt(2);
        for (int i = 0; i < changes; i++) {
            List<MatchResult> values =
                    new ArrayList<>(VALUE.matcher(text).results().toList());
            MatchResult value = values.get(random.nextInt(values.size()));
            String with;
            if (Character.isDigit(value.group().charAt(0))) {
                with = random.nextInt(3) == 0 ? any(NUMBERS, random) : near(value.group(), random);
            } else {
                with = random.nextInt(3) == 0
                        ? values.get(random.nextInt(values.size())).group()
                        : any(WORDS, random);
            }
            text = text.substring(0, value.start()) + with + text.substring(value.end());
        }
        return text;
    }

    /** The number doubled, halved, one more or one less, in its unit. */
    private static String near(String number, SplittableRandom random) {
        int digits = 0;
        while (digits < number.length() && Character.isDigit(number.charAt(digits))) {
            digits++;
        }
        if (digits > 12) {
            return number;
        }
        long value = Long.parseLong(number.substring(0, digits));
        long other = List.of(2 * value, value / 2, value + 1, value - 1, 4 * value, value / 8)
                .get(random.nextInt(6));
        return other + number.substring(digits);
    }

    private static String any(List<String> of, SplittableRandom random) {
        return of.get(random.nextInt(of.size()));
    }
}
