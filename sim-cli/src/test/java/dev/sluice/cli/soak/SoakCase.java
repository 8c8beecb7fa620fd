// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.soak;

import dev.sluice.cli.scenario.RandomDeviceFile;
import dev.sluice.config.Presets;
import dev.sluice.config.device.Devices;
import dev.sluice.config.differential.RandomStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A device file and a stream file, either of which may be broken.
 *
 * @param preset the text of the shipped device that the device was made of
 * @param device the device file's text
 * @param stream the stream file's text
 */
record SoakCase(String preset, String device, String stream) {
    private static final int LARGEST_STREAM = 8 << 10;

    /** The case of a seed. */
    static SoakCase of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> devices = Devices.names();
        String name = devices.get(random.nextInt(devices.size()));
        String preset = text(Presets.Kind.DEVICES, name);
        String device = random.nextInt(3) == 0 ? preset : RandomDeviceFile.of(preset, random);
        String stream = random.nextInt(4) == 0 ? shipped(random) : random(name, seed, random);
        int breaks = random.nextInt(2) * random.nextInt(4);
        for (int i = 0; i < breaks; i++) {
            stream = BrokenStream.of(stream, random);
        }
        return new SoakCase(preset, device, stream);
    }

    /** The same device and another stream. */
    SoakCase withStream(String other) {
        return new SoakCase(preset, device, other);
    }

    /** The same stream on another device. */
    SoakCase withDevice(String other) {
        return new SoakCase(preset, other, stream);
    }

    private static String random(String device, long seed, SplittableRandom random) {
        List<String> queues = Devices.load(device).queueFamilies().stream()
                .map(family -> family.name() + ".0")
                .toList();
        return new RandomStream(seed, queues, random.nextInt(4) == 0).text("case-" + seed);
    }

    private static String shipped(SplittableRandom random) {
        List<String> names = Presets.onClasspath().list(Presets.Kind.STREAMS).stream()
                .filter(name -> !name.startsWith("captures/") && !name.startsWith("compact/"))
                .toList();
        while (true) {
            String text = text(Presets.Kind.STREAMS, names.get(random.nextInt(names.size())));
            if (text.length() <= LARGEST_STREAM) {
                return text;
            }
        }
    }

    private static String text(Presets.Kind kind, String name) {
        return new String(Presets.onClasspath().read(kind, name), StandardCharsets.UTF_8);
    }
}
