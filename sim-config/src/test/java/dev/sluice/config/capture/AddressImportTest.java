// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.GraphicsFixture.BEGIN;
import static dev.sluice.config.capture.GraphicsFixture.DRAW;
import static dev.sluice.config.capture.GraphicsFixture.END;
import static dev.sluice.config.capture.GraphicsFixture.USE;
import static dev.sluice.config.capture.GraphicsFixture.flat;
import static dev.sluice.config.capture.GraphicsFixture.targets;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.calls.Change;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Buffers that shaders reach by their addresses. */
final class AddressImportTest {
    private static final long FIRST = 0x7000_0001_0000L;
    private static final long SECOND = 0x7000_0002_0000L;

    private static final long THIRD = 0x7000_0100_0000L;

    private static final String NOT_KNOWN = "do not reach buffers by addresses that are not known";

    @TempDir
    private Path folder;

    @BeforeEach
    void shaders() {
        for (String name : List.of("push-constants.vert", "table.comp")) {
            CaptureFixture.write(folder.resolve(name + ".spv"), CaptureSeeds.spirv(name));
        }
    }

    private static String address(long address, int buffer) {
        return "vkGetBufferDeviceAddress=0x" + Long.toHexString(address) + "|'device':3,'pInfo':{'buffer':" + buffer
                + "}";
    }

    private static String push(long... values) {
        String bytes = LongStream.of(values)
                .boxed()
                .flatMap(value -> LongStream.range(0, 8).mapToObj(i -> Long.toString(value >>> (8 * i) & 255)))
                .collect(Collectors.joining(","));
        return "vkCmdPushConstants2|'commandBuffer':16,'pPushConstantsInfo':{'layout':43,'stageFlags':'0x7fffffff',"
                + "'offset':0,'size':" + values.length * 8 + ",'pValues':[" + bytes + "]}";
    }

    /** The second buffer, and a pipeline of two shaders of which that of vertices has code. */
    private List<String> setup() {
        List<String> setup = new ArrayList<>(targets());
        setup.addAll(
                List.of(
                        "vkCreateBuffer|'pCreateInfo':{'size':1024,'usage':131072},'pBuffer':7",
                        "vkBindBufferMemory|'buffer':7,'memory':30,'memoryOffset':32768",
                        address(FIRST, 5),
                        address(SECOND, 7),
                        "vkCreateShaderModule|'pCreateInfo':{'codeSize':0,'pCode':'push-constants.vert.spv'},'pShaderModule':41",
                        "vkCreateShaderModule|'pCreateInfo':{'codeSize':0,'pCode':'table.comp.spv'},'pShaderModule':44",
                        "vkCreatePipelineLayout|'pCreateInfo':{},'pPipelineLayout':43",
                        "vkCreateGraphicsPipelines|'pCreateInfos':[{'pStages':[{'stage':'VK_SHADER_STAGE_VERTEX_BIT','module':41,"
                                + "'pName':'main'}],'layout':43}],'pPipelines':[40]",
                        compute(44, 46),
                        USE,
                        "vkCmdBindPipeline|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_COMPUTE','pipeline':46"));
        return setup;
    }

    private static String compute(int module, int pipeline) {
        return "vkCreateComputePipelines|'pCreateInfos':[{'stage':{'stage':'VK_SHADER_STAGE_COMPUTE_BIT','module':"
                + module + ",'pName':'main'},'layout':43}],'pPipelines':[" + pipeline + "]";
    }

    private static String dispatch() {
        return "vkCmdDispatch|'commandBuffer':16,'groupCountX':1,'groupCountY':1,'groupCountZ':2";
    }

    private static String fill(long offset, long word) {
        return "vkCmdFillBuffer|'commandBuffer':16,'dstBuffer':5,'dstOffset':" + offset + ",'size':4,'data':" + word;
    }

    /** Writes an address to the first buffer. */
    private static List<String> entry(long offset, long address) {
        return List.of(fill(offset, address & 0xffff_ffffL), fill(offset + 4, address >>> 32));
    }

    private ImportedCapture read(String... calls) {
        return GraphicsFixture.read(folder, setup(), calls);
    }

    private ImportedCapture draw(long... addresses) {
        return read(push(addresses), BEGIN, DRAW, END);
    }

    private ImportedCapture table(List<String> entries) {
        List<String> calls = new ArrayList<>(entries);
        calls.add(push(FIRST, 0));
        calls.add(dispatch());
        return read(calls.toArray(String[]::new));
    }

    @Test
    void a_draw_reads_what_lies_behind_the_addresses_that_were_pushed() {
        ImportedCapture capture = draw(FIRST + 256, SECOND);

        assertThat(capture.notUnderstood()).isEmpty();
        assertThat(flat(capture))
                .contains("bindings: {vertexAddress0: storage, vertexAddress1: storage}")
                .contains("# vertexAddress0, by the address in push constants: read")
                .contains("# vertexAddress1, by the address in push constants at byte 8: read")
                .contains("vertexAddress0: {buffer: buffer5, offset: 256, size: 64}")
                .contains("vertexAddress1: {buffer: buffer7, size: 64}")
                .doesNotContain("store.u");
    }

    @Test
    void what_lies_past_the_end_of_a_buffer_is_not_reached() {
        assertThat(flat(draw(FIRST + 4096 - 16, SECOND)))
                .contains("vertexAddress0: {buffer: buffer5, offset: 4080, size: 16}");
    }

    @Test
    void a_null_address_reaches_nothing() {
        ImportedCapture capture = draw(0, SECOND);

        assertThat(capture.notUnderstood()).isEmpty();
        assertThat(flat(capture))
                .contains("bindings: {vertexAddress0: storage}")
                .contains("vertexAddress0: {buffer: buffer7");
    }

    @Test
    void an_address_of_nothing_that_is_known_makes_the_draw_lose_work() {
        ImportedCapture capture = draw(FIRST + 4096, SECOND);

        assertThat(capture.leftOut().notUnderstood())
                .singleElement()
                .satisfies(one -> assertThat(one.call()).isEqualTo("vkCmdDraw"))
                .satisfies(one -> assertThat(one.change()).isEqualTo(Change.WORK))
                .satisfies(one -> assertThat(one.reason()).isEqualTo("draws " + NOT_KNOWN));
        assertThat(flat(capture)).contains("vertexAddress0: {buffer: buffer7");
    }

    @Test
    void a_buffer_without_memory_makes_it_lose_work() {
        ImportedCapture capture = read(
                "vkCreateBuffer|'pCreateInfo':{'size':2147483648,'usage':131072,'flags':1},'pBuffer':9",
                address(0x6000_0000_0000L, 9),
                push(0x6000_0000_0000L, SECOND),
                BEGIN,
                DRAW,
                END);

        assertThat(capture.notUnderstood()).containsOnlyKeys("vkCmdDraw");
        assertThat(flat(capture))
                .contains("bind: {vertexAddress0: {buffer: buffer7, size: 64}}")
                .doesNotContain("buffer9");
    }

    @Test
    void push_constants_that_are_not_known_make_it_lose_work() {
        assertThat(read(BEGIN, DRAW, END).notUnderstood()).containsKey("vkCmdDraw");
    }

    @Test
    void a_dispatch_writes_behind_the_addresses_of_a_table() {
        List<String> entries = new ArrayList<>(entry(0, SECOND + 512));
        entries.addAll(entry(8, SECOND + 768));
        ImportedCapture capture = table(entries);

        assertThat(capture.notUnderstood()).isEmpty();
        assertThat(flat(capture))
                .contains("computeAddress0: {buffer: buffer5, size: 16}")
                .contains("computeAddress1: {buffer: buffer7, offset: 512, size: 512}")
                .contains("# computeAddress0, by the address in push constants: read")
                .contains("# computeAddress1, by an address that lies behind another: written");
    }

    @Test
    void of_many_ranges_of_a_buffer_all_between_them_counts() {
        List<String> entries = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            entries.addAll(entry(8L * i, THIRD + 4096L * i));
        }
        List<String> calls = new ArrayList<>(List.of(
                "vkCreateBuffer|'pCreateInfo':{'size':1048576,'usage':131072,'flags':1},'pBuffer':9",
                address(THIRD, 9)));
        calls.addAll(entries);
        calls.add(push(FIRST, 0));
        calls.add(dispatch().replace("'groupCountZ':2", "'groupCountZ':20"));
        String bound = flat(read(calls.toArray(String[]::new)));

        assertThat(bound).contains("computeAddress1: buffer9").doesNotContain("computeAddress2");
    }

    @Test
    void a_table_of_more_than_a_mebibyte_is_not_searched() {
        ImportedCapture capture = read(
                "vkCreateBuffer|'pCreateInfo':{'size':2097152,'usage':131072,'flags':1},'pBuffer':9",
                address(THIRD, 9),
                push(THIRD, 0),
                dispatch().replace("'groupCountZ':2", "'groupCountZ':200000"));

        assertThat(capture.notUnderstood()).containsOnlyKeys("vkCmdDispatch");
    }

    @Test
    void a_table_of_which_no_value_is_an_address_that_is_known_is_not_known() {
        assertThat(table(entry(0, 0x5000_0000_0000L)).notUnderstood()).containsOnlyKeys("vkCmdDispatch");
        assertThat(table(entry(0, 0)).notUnderstood()).isEmpty();
    }

    @Test
    void an_address_that_the_capture_lacks_is_not_known() {
        List<String> entries = new ArrayList<>(entry(0, SECOND));
        entries.add(
                "vkCmdUpdateBuffer|'commandBuffer':16,'dstBuffer':5,'dstOffset':8,'dataSize':8,'pData':'0x5648cc668580'");

        assertThat(table(entries).notUnderstood()).containsOnlyKeys("vkCmdDispatch");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "with addresses"})
    void a_shader_whose_code_is_not_known_may_reach_any_buffer_whose_address_was_asked_for(String asked) {
        List<String> setup = new ArrayList<>(setup());
        setup.removeIf(call -> asked.isEmpty() && call.startsWith("vkGetBufferDeviceAddress"));
        setup.add(compute(99, 48));
        setup.add(
                "vkCmdBindPipeline|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_COMPUTE','pipeline':48");

        assertThat(GraphicsFixture.read(folder, setup, dispatch())
                        .notUnderstood()
                        .containsKey("vkCmdDispatch"))
                .isNotEqualTo(asked.isEmpty());
    }

    @Test
    void older_versions_write_addresses_as_numbers() {
        List<String> calls = new ArrayList<>(setup());
        calls.removeIf(call -> call.startsWith("vkGetBufferDeviceAddress"));
        ImportedCapture capture = new CaptureFixture()
                .calls(CaptureFixture.SETUP)
                .calls(calls)
                .line("\"vkFunc\":{\"name\":\"vkGetBufferDeviceAddressKHR\",\"return\":" + FIRST
                        + ",\"args\":{\"device\":3,\"pInfo\":{\"buffer\":5}}}")
                .calls(List.of(push(FIRST, 0), BEGIN, DRAW, END, CaptureFixture.SUBMIT))
                .read(folder);

        assertThat(flat(capture)).contains("vertexAddress0: {buffer: buffer5, size: 64}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"|'device':3,'pInfo':{'buffer':5}", "=0x1000|'device':3,'pInfo':{'buffer':99}"})
    void an_address_that_is_not_in_the_capture_is_listed(String call) {
        assertThat(read("vkGetBufferDeviceAddressEXT" + call).notUnderstood())
                .containsKey("vkGetBufferDeviceAddressEXT");
    }
}
