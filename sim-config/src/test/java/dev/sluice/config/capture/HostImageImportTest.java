// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.GraphicsFixture.LAYERS;
import static dev.sluice.config.capture.GraphicsFixture.MEMORY;
import static dev.sluice.config.capture.GraphicsFixture.NOWHERE;
import static dev.sluice.config.capture.GraphicsFixture.bind;
import static dev.sluice.config.capture.GraphicsFixture.flat;
import static dev.sluice.config.capture.GraphicsFixture.image;
import static dev.sluice.config.capture.GraphicsFixture.needs;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Images of 4 x 4 that the host brings into layouts and writes. */
final class HostImageImportTest {
    private static final List<String> IMAGE =
            List.of(MEMORY, image(31, "R8G8B8A8_UNORM", 4, 4, "OPTIMAL", 2, 1), needs(31, 128), bind(31, 0));
    private static final String READY = transition("UNDEFINED", "GENERAL", 2);
    private static final String DEVICE_COPY =
            "vkCmdCopyImageToBuffer|'commandBuffer':16,'srcImage':31,'srcImageLayout':'VK_IMAGE_LAYOUT_GENERAL','dstBuffer':5,"
                    + "'pRegions':[{'bufferOffset':0,'bufferRowLength':0,'bufferImageHeight':0,'imageSubresource':"
                    + LAYERS
                    + ",'imageOffset':" + NOWHERE + ",'imageExtent':{'width':4,'height':4,'depth':1}}]";

    @TempDir
    private Path folder;

    private static String transition(String from, String to, int levels) {
        return "vkTransitionImageLayoutEXT|'device':3,'transitionCount':1,'pTransitions':[{'image':31,'oldLayout':'VK_IMAGE_LAYOUT_"
                + from + "','newLayout':'VK_IMAGE_LAYOUT_" + to
                + "','subresourceRange':{'aspectMask':1,'baseMipLevel':0,'levelCount':" + levels
                + ",'baseArrayLayer':0,'layerCount':1}}]";
    }

    private static String write(int level, int edge, String bytes, int rowLength, int flags) {
        return "vkCopyMemoryToImageEXT|'device':3,'pCopyMemoryToImageInfo':{'flags':" + flags
                + ",'dstImage':31,'dstImageLayout':'VK_IMAGE_LAYOUT_GENERAL','regionCount':1,'pRegions':[{'pHostPointer':'"
                + bytes + "','memoryRowLength':" + rowLength + ",'memoryImageHeight':0,'imageSubresource':"
                + LAYERS.replace("'mipLevel':0", "'mipLevel':" + level) + ",'imageOffset':" + NOWHERE
                + ",'imageExtent':{'width':" + edge + ",'height':" + edge + ",'depth':1}}]}";
    }

    private ImportedCapture read(String... calls) {
        List<String> all = new ArrayList<>(List.of(calls));
        all.add(DEVICE_COPY);
        return GraphicsFixture.read(folder, IMAGE, all.toArray(String[]::new));
    }

    private void file(String name, int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i * i);
        }
        CaptureFixture.write(folder.resolve(name), bytes);
    }

    @Test
    void what_the_host_writes_before_any_command_is_there_at_the_begin() {
        file("memorytoimagecopy_0.bin", 64);
        file("memorytoimagecopy_1.bin", 16);

        ImportedCapture capture =
                read(READY, write(0, 4, "memorytoimagecopy_0.bin", 0, 0), write(1, 2, "memorytoimagecopy_1.bin", 0, 0));

        assertThat(flat(capture))
                .contains("initialLayout: GENERAL")
                .contains("data: - aspect: COLOR texels: hex: \"000104")
                .contains("- {aspect: COLOR, mipLevel: 1, texels: {hex: \"000104");
        assertThat(capture.notUnderstood()).isEmpty();
        assertThat(capture.notes()).noneMatch(note -> note.contains("hashes stand for it"));
    }

    @ParameterizedTest
    @CsvSource({"lacking.bin, 0, 0", "whole.bin, 8, 0", "whole.bin, 0, 1", "half.bin, 0, 0"})
    void hashes_stand_for_what_is_not_a_whole_level(String bytes, int rowLength, int flags) {
        file("whole.bin", 64);
        file("half.bin", 32);

        ImportedCapture capture = read(READY, write(0, 4, bytes, rowLength, flags));

        assertThat(flat(capture)).contains("pattern: random").contains("count: 64");
        assertThat(capture.notes())
                .anyMatch(note -> note.contains("parts of images, or what the capture has not: hashes stand for it"));
        assertThat(capture.notUnderstood()).isEmpty();
    }

    @Test
    void rows_may_be_stated_to_be_as_long_as_they_are() {
        file("whole.bin", 64);

        assertThat(flat(read(READY, write(0, 4, "whole.bin", 4, 0)))).contains("hex: \"000104");
    }

    @Test
    void what_is_written_last_stays() {
        file("first.bin", 64);

        assertThat(flat(read(READY, write(0, 4, "first.bin", 0, 0), write(0, 4, "none.bin", 0, 0))))
                .contains("pattern: random")
                .doesNotContain("hex");
    }

    @Test
    void an_image_may_go_from_layout_to_layout_before_it_is_used() {
        file("whole.bin", 64);

        ImportedCapture capture = read(
                READY,
                write(0, 4, "whole.bin", 0, 0),
                transition("GENERAL", "TRANSFER_SRC_OPTIMAL", 2),
                transition("TRANSFER_SRC_OPTIMAL", "GENERAL", 2));

        assertThat(flat(capture)).contains("initialLayout: GENERAL").contains("hex: \"000104");
        assertThat(capture.notUnderstood()).isEmpty();
    }

    @Test
    void a_transition_from_undefined_gives_up_what_was_written() {
        file("whole.bin", 64);

        assertThat(flat(read(READY, write(0, 4, "whole.bin", 0, 0), READY))).doesNotContain("hex");
    }

    @ParameterizedTest
    @CsvSource({"UNDEFINED, 1", "TRANSFER_DST_OPTIMAL, 2"})
    void transitions_of_parts_or_from_another_layout_are_listed(String from, int levels) {
        assertThat(read(READY, transition(from, "GENERAL", levels)).notUnderstood())
                .containsOnlyKeys("vkTransitionImageLayoutEXT");
    }

    @Test
    void what_the_host_does_once_a_command_names_the_image_is_listed() {
        file("whole.bin", 64);

        ImportedCapture capture = read(
                READY, DEVICE_COPY, write(0, 4, "whole.bin", 0, 0), transition("GENERAL", "TRANSFER_SRC_OPTIMAL", 2));

        assertThat(capture.notUnderstood()).containsOnlyKeys("vkCopyMemoryToImageEXT", "vkTransitionImageLayoutEXT");
        assertThat(flat(capture)).contains("initialLayout: GENERAL").doesNotContain("hex");
    }

    @Test
    void what_it_writes_where_another_image_has_been_is_listed() {
        file("whole.bin", 64);
        List<String> setup = new ArrayList<>(IMAGE);
        setup.addAll(List.of(image(35, "R8G8B8A8_UNORM", 4, 4), needs(35, 64), bind(35, 64)));

        assertThat(GraphicsFixture.read(folder, setup, READY, write(0, 4, "whole.bin", 0, 0), DEVICE_COPY)
                        .notUnderstood())
                .containsOnlyKeys("vkCopyMemoryToImageEXT");
    }

    /** A block with a call of two regions, as gfxreconstruct writes it, of which the first has fewer bytes than its level. */
    private static byte[] block(int first) {
        ByteBuffer call = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
        call.putInt(0x10ff).putLong(1).putLong(3); // the call, the thread, the device
        call.putInt(0)
                .putLong(7)
                .putInt(1_000_270_002)
                .putInt(1)
                .putInt(0)
                .putLong(31)
                .putInt(1)
                .putInt(2);
        call.putInt(0).putLong(9).putLong(2); // attributes, address and number of regions
        for (int bytes : List.of(first, 16)) {
            call.putInt(1_000_270_000).putInt(1); // type, nothing further
            call.putInt(0xc2).putLong(11).putLong(bytes);
            for (int i = 0; i < bytes; i++) {
                call.put((byte) (bytes + i));
            }
            call.position(call.position() + 8 + 16 + 12 + 12);
        }
        return Arrays.copyOf(call.array(), call.position() + 4);
    }

    private ImportedCapture readBinary(int first) {
        String both = write(0, 4, "0x7f00", 0, 0)
                .replace("}]}", "}," + write(1, 2, "0x7f80", 0, 0).replaceFirst(".*'pRegions':\\[", "") + "");
        List<String> lines = new ArrayList<>(CaptureFixture.SETUP);
        lines.addAll(IMAGE);
        lines.add(READY);
        lines.add(both);
        CaptureFixture.write(
                folder.resolve("test.gfxr"),
                new CaptureFixture.Binary()
                        .call(lines.size())
                        .block(4, block(first))
                        .call(2)
                        .bytes());
        lines.add(DEVICE_COPY);
        return new CaptureFixture().calls(lines).call(CaptureFixture.SUBMIT).read(folder);
    }

    @Test
    void the_binary_capture_has_the_bytes_of_all_regions() {
        assertThat(flat(readBinary(64)))
                .contains(
                        "aspect: COLOR, texels: {type: u32, pattern: iota, start: 1128415552, step: 67372036, count: 16}")
                .contains(
                        "mipLevel: 1, texels: {type: u32, pattern: iota, start: 319951120, step: 67372036, count: 4}");
    }

    @Test
    void hashes_stand_for_a_region_that_is_shorter_there() {
        assertThat(flat(readBinary(32)))
                .contains("pattern: random")
                .contains(
                        "mipLevel: 1, texels: {type: u32, pattern: iota, start: 319951120, step: 67372036, count: 4}");
    }
}
