// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.device.MemoryProperty.DEVICE_LOCAL;
import static dev.sluice.device.MemoryProperty.HOST_CACHED;
import static dev.sluice.device.MemoryProperty.HOST_COHERENT;
import static dev.sluice.device.MemoryProperty.HOST_VISIBLE;

import dev.sluice.device.MemoryType;
import dev.sluice.device.QueueFamily;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Writes captures for tests: JSON lines, and the blocks of a binary capture. */
final class CaptureFixture {
    static final CaptureTarget TARGET = new CaptureTarget(
            "test-device",
            List.of(
                    new MemoryType(0, Set.of(DEVICE_LOCAL)),
                    new MemoryType(1, Set.of(HOST_VISIBLE, HOST_COHERENT)),
                    new MemoryType(1, Set.of(HOST_VISIBLE, HOST_CACHED)),
                    new MemoryType(1, Set.of(HOST_VISIBLE, HOST_CACHED, HOST_COHERENT)),
                    new MemoryType(0, Set.of(DEVICE_LOCAL, HOST_VISIBLE, HOST_COHERENT))),
            List.of(
                    new QueueFamily("universal", Set.of("GRAPHICS", "COMPUTE", "TRANSFER"), 1),
                    new QueueFamily("copy", Set.of("TRANSFER"), 2)),
            256,
            1024);

    static final String HEADER = "{\"header\":{\"json-version\":\"0.8.0\",\"gfxrecon-version\":\"0.9.18\"}}";

    /** A device with one memory of 4096 bytes (6), a bound buffer (5), a queue (4) and a command buffer (16). */
    static final List<String> SETUP = List.of(
            "vkGetPhysicalDeviceMemoryProperties|'physicalDevice':2,'pMemoryProperties':{'memoryTypes':[{'propertyFlags':1,'heapIndex':0},{'propertyFlags':6,'heapIndex':1}]}",
            "vkGetDeviceQueue|'device':3,'queueFamilyIndex':0,'queueIndex':0,'pQueue':4",
            "vkCreateBuffer|'pCreateInfo':{'size':4096,'usage':35},'pBuffer':5",
            "vkAllocateMemory|'pAllocateInfo':{'pNext':null,'allocationSize':4096,'memoryTypeIndex':1},'pMemory':6",
            "vkBindBufferMemory|'buffer':5,'memory':6,'memoryOffset':0",
            "vkAllocateCommandBuffers|'pAllocateInfo':{'commandPool':15},'pCommandBuffers':[16]",
            "vkBeginCommandBuffer|'commandBuffer':16");

    static final String SUBMIT =
            "vkQueueSubmit|'queue':4,'pSubmits':[{'pNext':null,'pCommandBuffers':[16]}],'fence':null";

    private final List<String> lines = new ArrayList<>(List.of(HEADER));
    private int index;

    /** Adds calls written as {@code name|arguments} or {@code name=result|arguments}, with ' for ". */
    CaptureFixture calls(List<String> calls) {
        calls.forEach(this::call);
        return this;
    }

    CaptureFixture call(String call) {
        String name = call.substring(0, call.indexOf('|'));
        String result = "";
        if (name.indexOf('=') > 0) {
            result = "\"return\":\"" + name.substring(name.indexOf('=') + 1) + "\",";
            name = name.substring(0, name.indexOf('='));
        }
        String args = call.substring(call.indexOf('|') + 1).replace('\'', '"');
        return line("\"vkFunc\":{\"name\":\"" + name + "\"," + result + "\"args\":{" + args + "}}");
    }

    /** Adds a line with the next index. */
    CaptureFixture line(String body) {
        index++;
        lines.add("{\"index\":" + index + "," + body + "}");
        return this;
    }

    /** Leaves an index out, where a meta block stands. */
    CaptureFixture gap() {
        index++;
        return this;
    }

    Path write(Path folder) {
        Path path = folder.resolve("test.jsonl");
        write(path, text());
        return path;
    }

    String text() {
        return String.join("\n", lines) + "\n";
    }

    ImportedCapture read(Path folder) {
        return CaptureImporter.read(write(folder), TARGET);
    }

    static void write(Path path, String text) {
        write(path, text.getBytes(StandardCharsets.UTF_8));
    }

    static void write(Path path, byte[] bytes) {
        try {
            Files.write(path, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies a shipped capture with its binary file. */
    static Path shipped(String name, Path folder) {
        for (String ending : List.of(".jsonl", ".gfxr")) {
            write(folder.resolve(name + ending), resource(name + ending));
        }
        return folder.resolve(name + ".jsonl");
    }

    static byte[] resource(String file) {
        try (InputStream in = CaptureFixture.class.getResourceAsStream("/configs/streams/captures/" + file)) {
            return Objects.requireNonNull(in, file).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A binary capture. */
    static final class Binary {
        private final ByteBuffer out = ByteBuffer.allocate(1 << 23).order(ByteOrder.LITTLE_ENDIAN);

        Binary() {
            out.put("GFXR".getBytes(StandardCharsets.US_ASCII))
                    .putInt(0)
                    .putInt(0)
                    .putInt(1)
                    .putInt(1)
                    .putInt(0);
        }

        Binary call(int times) {
            for (int i = 0; i < times; i++) {
                out.putLong(12).putInt(4).putInt(0x11000).putLong(1);
            }
            return this;
        }

        Binary fill(long memory, long offset, byte... data) {
            out.putLong(36 + data.length)
                    .putInt(3)
                    .putInt(0x10002)
                    .putLong(1)
                    .putLong(memory)
                    .putLong(offset);
            out.putLong(data.length).put(data);
            return this;
        }

        Binary block(int type, byte... body) {
            out.putLong(body.length).putInt(type).put(body);
            return this;
        }

        byte[] bytes() {
            byte[] bytes = new byte[out.position()];
            out.get(0, bytes);
            return bytes;
        }
    }
}
