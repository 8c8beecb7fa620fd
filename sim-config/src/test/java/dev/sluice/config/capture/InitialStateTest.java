// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.CaptureFixture.SETUP;
import static dev.sluice.config.capture.CaptureFixture.SUBMIT;
import static dev.sluice.config.capture.CaptureFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.capture.CaptureFixture.Binary;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a trimmed capture says that resources hold before its first frame. */
final class InitialStateTest {
    private static final String MAP = "vkMapMemory|'memory':6,'offset':0,'size':18446744073709551615";
    private static final int SHADER_READ_ONLY = 5;
    private static final int PRESENT_SRC = 1_000_001_002;
    private static final int COLOR = 1;
    private static final int STENCIL = 4;

    @TempDir
    private Path folder;

    private final List<String> calls = new ArrayList<>(SETUP);

    private ImportedCapture read(Binary binary, int blocks) {
        CaptureFixture fixture = new CaptureFixture().calls(calls);
        for (int i = 0; i < blocks; i++) {
            fixture.gap();
        }
        CaptureFixture.write(folder.resolve("test.gfxr"), binary.call(1).bytes());
        return CaptureImporter.read(fixture.call(SUBMIT).write(folder), TARGET);
    }

    /** The blocks of the calls so far. */
    private Binary begun() {
        return new Binary().call(1 + calls.size());
    }

    private void image(String format, int levels, String tiling) {
        calls.add(
                "vkAllocateMemory|'pAllocateInfo':{'pNext':null,'allocationSize':65536,'memoryTypeIndex':0},'pMemory':20");
        calls.add("vkCreateImage|'pCreateInfo':{'flags':0,'format':'VK_FORMAT_" + format
                + "','extent':{'width':4,'height':2,'depth':1},'arrayLayers':1,'mipLevels':" + levels
                + ",'samples':'VK_SAMPLE_COUNT_1_BIT','tiling':'VK_IMAGE_TILING_" + tiling
                + "','usage':4,'initialLayout':'VK_IMAGE_LAYOUT_UNDEFINED'},'pImage':21");
        calls.add("vkBindImageMemory|'image':21,'memory':20,'memoryOffset':0");
    }

    private static byte[] buffer(long handle, byte... data) {
        byte[] bytes = new byte[36 + data.length];
        ByteBuffer body = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        body.putInt(0x10007).putLong(1).putLong(3).putLong(handle).putLong(data.length);
        body.put(data);
        return bytes;
    }

    private static byte[] image(int aspect, int layout, List<Long> levels, byte... data) {
        byte[] bytes = new byte[48 + 8 * levels.size() + data.length];
        ByteBuffer body = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        body.putInt(0x10008).putLong(1).putLong(3).putLong(21).putLong(data.length);
        body.putInt(aspect).putInt(layout).putInt(levels.size());
        levels.forEach(body::putLong);
        body.put(data);
        return bytes;
    }

    private static byte[] swapchain(long image, int layout) {
        byte[] bytes = new byte[36 + 48];
        ByteBuffer body = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        body.putInt(0x10004).putLong(1).putLong(3).putLong(12).putInt(0).putInt(1);
        body.putLong(image).putInt(0).putInt(layout);
        return bytes;
    }

    private static byte[] counting(int size) {
        byte[] data = new byte[size];
        for (int i = 0; i < size; i++) {
            data[i] = (byte) (i * i + 1);
        }
        return data;
    }

    @Test
    void a_buffer_holds_its_bytes_at_the_begin_and_nothing_uploads_them() {
        String yaml = read(begun().block(3, buffer(5, (byte) 1, (byte) 2, (byte) 9)), 1)
                .yaml();

        assertThat(yaml)
                .contains("data: {hex: \"010209\"}")
                .contains("midway: true")
                .doesNotContain("updateBuffer");
    }

    @Test
    void pages_that_show_a_buffer_as_it_was_before_are_no_writes_of_the_host() {
        calls.add(MAP);
        byte[] page = new byte[64];
        page[40] = 7;
        String yaml = read(begun().block(3, buffer(5, counting(32))).fill(6, 0, page), 2)
                .yaml();

        assertThat(yaml)
                .contains("hostWrite: {buffer: buffer5, offset: 32, data")
                .containsOnlyOnce("hostWrite");
    }

    @Test
    void an_image_is_in_its_layout_and_its_levels_hold_their_texels_without_what_lies_between() {
        image("R8_UNORM", 2, "OPTIMAL");
        byte[] data = Arrays.copyOf(counting(8), 18);
        data[16] = 3;
        data[17] = 5;
        String yaml = read(begun().block(3, image(COLOR, SHADER_READ_ONLY, List.of(16L, 2L), data)), 1)
                .yaml();

        assertThat(yaml)
                .contains("initialLayout: SHADER_READ_ONLY_OPTIMAL")
                .contains("{aspect: COLOR, texels: {hex: \"0102050a111a2532\"}}")
                .contains("{aspect: COLOR, mipLevel: 1, texels: {hex: \"0305\"}}");
    }

    @Test
    void stencil_beside_depth_is_a_byte_a_texel() {
        image("D24_UNORM_S8_UINT", 1, "OPTIMAL");
        String yaml = read(begun().block(3, image(STENCIL, 3, List.of(8L), counting(8))), 1)
                .yaml();

        assertThat(yaml)
                .contains("initialLayout: DEPTH_STENCIL_ATTACHMENT_OPTIMAL")
                .contains("{aspect: STENCIL, texels: {hex: \"0102050a111a2532\"}}");
    }

    @Test
    void an_image_of_which_only_the_layout_is_known_holds_nothing() {
        image("R8_UNORM", 1, "OPTIMAL");
        String yaml = read(begun().block(3, image(COLOR, SHADER_READ_ONLY, List.of())), 1)
                .yaml();

        assertThat(yaml).contains("initialLayout: SHADER_READ_ONLY_OPTIMAL").doesNotContain("texels");
    }

    @Test
    void an_image_in_no_layout_holds_nothing() {
        image("R8_UNORM", 1, "OPTIMAL");
        String yaml = read(begun().block(3, image(COLOR, 0, List.of(8L), counting(8))), 1)
                .yaml();

        assertThat(yaml).doesNotContain("texels");
    }

    @Test
    void padded_rows_of_a_linear_image_are_left_out_with_a_note() {
        image("R8_UNORM", 1, "LINEAR");
        ImportedCapture capture = read(begun().block(3, image(COLOR, 1, List.of(32L), counting(32))), 1);

        assertThat(capture.yaml()).contains("initialLayout: GENERAL").doesNotContain("texels");
        assertThat(capture.notes()).contains("initial contents of images whose rows are padded are left out");
    }

    @Test
    void an_image_that_was_shown_begins_as_it_was_shown() {
        calls.add("vkCreateSwapchainKHR|'pCreateInfo':{'imageFormat':'VK_FORMAT_B8G8R8A8_UNORM','imageExtent':"
                + "{'width':8,'height':8},'imageArrayLayers':1,'imageUsage':16},'pSwapchain':12");
        calls.add("vkGetSwapchainImagesKHR|'swapchain':12,'pSwapchainImages':[13]");
        calls.add("vkAcquireNextImageKHR=VK_SUCCESS|'swapchain':12,'semaphore':0,'fence':0,'pImageIndex':0");
        String yaml = read(begun().block(3, swapchain(13, PRESENT_SRC)), 1).yaml();

        assertThat(yaml).contains("initialLayout: PRESENT_SRC_KHR");
    }

    @Test
    void a_block_that_ends_too_early_is_said_and_leaves_the_rest_as_it_is() {
        image("R8_UNORM", 1, "OPTIMAL");
        byte[] whole = image(COLOR, SHADER_READ_ONLY, List.of(8L), counting(8));
        ImportedCapture capture = read(begun().block(3, Arrays.copyOf(whole, 50)), 1);

        assertThat(capture.leftOut().missing()).singleElement().asString().contains("make no sense");
    }

    @Test
    void newer_json_names_files_with_what_images_and_buffers_hold() {
        image("R8_UNORM", 1, "OPTIMAL");
        CaptureFixture.write(folder.resolve("image.bin"), counting(8));
        CaptureFixture.write(folder.resolve("buffer.bin"), counting(3));
        String yaml = new CaptureFixture()
                .calls(calls)
                .line("\"meta\":{\"name\":\"InitBufferCommand\",\"args\":{\"buffer_id\":5,\"data_size\":3,"
                        + "\"data\":\"buffer.bin\"}}")
                .line("\"meta\":{\"name\":\"InitImageCommand\",\"args\":{\"image_id\":21,\"data_size\":8,\"aspect\":1,"
                        + "\"layout\":5,\"level_sizes\":\"not available\",\"data\":\"image.bin\"}}")
                .call(SUBMIT)
                .read(folder)
                .yaml();

        assertThat(yaml)
                .contains("data: {hex: \"010205\"}")
                .contains("{aspect: COLOR, texels: {hex: \"0102050a111a2532\"}}");
    }
}
