// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.fuzz;

import dev.sluice.config.ConfigException;
import dev.sluice.config.capture.CaptureImporter;
import dev.sluice.config.capture.CaptureSeeds;
import dev.sluice.config.capture.CaptureTarget;
import dev.sluice.config.capture.ImportedCapture;
import dev.sluice.config.capture.spirv.SpirvException;
import dev.sluice.config.capture.spirv.SpirvModule;
import dev.sluice.config.device.Devices;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.device.GpuSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The readers of files that programs write: captures, what is in them, and data beside a stream. */
final class CaptureTargets {
    private static final GpuSpec DEVICE = Devices.load("seed-discrete-l2");
    private static final CaptureTarget TARGET = CaptureTarget.of(DEVICE);
    private static final String PICTURE_STREAM = """
            sluice: 1
            name: picture
            memory: [{name: m, size: 1MiB, properties: [HOST_VISIBLE, HOST_COHERENT]}]
            buffers: [{name: b, memory: m, size: 1MiB}]
            program:
              - hostWrite: {buffer: b, data: {image: picture}}
            """;

    private CaptureTargets() {}

    static List<FuzzTarget> all() {
        return List.of(
                new FuzzTarget("capture-lines", CaptureSeeds::lines, input -> capture("lines", input, null)),
                new FuzzTarget(
                        "capture-blocks",
                        CaptureSeeds::blocks,
                        input -> capture("blocks", CaptureSeeds.linesOfBlocks(), input)),
                new FuzzTarget("spirv", CaptureSeeds::shaders, CaptureTargets::shader),
                new FuzzTarget("picture", CaptureSeeds::pictures, CaptureTargets::picture));
    }

    /** A capture imports, and what it imports as reads: where the capture is wrong, that is said of the capture. */
    private static void capture(String name, byte[] lines, byte[] blocks) throws IOException {
        Path folder = Folder.of(name);
        Path path = Files.write(folder.resolve("fuzz.jsonl"), lines);
        if (blocks != null) {
            Files.write(folder.resolve("fuzz.gfxr"), blocks);
        }
        ImportedCapture imported = CaptureImporter.read(path, TARGET);
        StreamReader.read(path.toString(), imported.bytes(), folder).resolve(DEVICE);
    }

    private static void shader(byte[] input) {
        try {
            SpirvModule module = SpirvModule.parse(ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN), Map.of(0, 7));
            module.entryPoints().forEach(entry -> entry.addresses().anywhere());
        } catch (SpirvException e) {
            throw new ConfigException("fuzz.spv", e.getMessage());
        }
    }

    private static void picture(byte[] input) throws IOException {
        Path folder = Folder.of("picture");
        Files.write(folder.resolve("picture"), input);
        StreamReader.read("fuzz.yaml", PICTURE_STREAM.getBytes(StandardCharsets.UTF_8), folder)
                .resolve(DEVICE);
    }
}
