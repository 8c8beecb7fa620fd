// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.GraphicsFixture.flat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Descriptors in buffers: a shader that reads and writes a storage buffer at set 0, binding 0. */
final class DescriptorBufferImportTest {
    private static final long DESCRIPTORS = 0x7000_0001_0000L;
    private static final long DATA = 0x7000_0002_0000L;
    private static final int SIZE = 8;
    /** Where the set lies in the buffer of descriptors, and the binding in the set. */
    private static final int SET = 64;

    private static final int BINDING = 16;

    private static final String DISPATCH =
            "vkCmdDispatch|'commandBuffer':16,'groupCountX':1,'groupCountY':1,'groupCountZ':1";

    private final byte[] memory = new byte[256];

    @TempDir
    private Path folder;

    @BeforeEach
    void shader() {
        CaptureFixture.write(
                folder.resolve("storage.spv"), CaptureSeeds.shaders().get(0));
    }

    /** Puts a descriptor's bytes, eight times the same, into memory. */
    private void put(int at, int value) {
        for (int i = 0; i < SIZE; i++) {
            memory[at + i] = (byte) value;
        }
    }

    private static String layout(String bindings) {
        return "vkCreateDescriptorSetLayout|'pCreateInfo':{'pBindings':[" + bindings + "]},'pSetLayout':45";
    }

    private static String binding(int number, int count) {
        return "{'binding':" + number + ",'descriptorType':'VK_DESCRIPTOR_TYPE_STORAGE_BUFFER','descriptorCount':"
                + count + "}";
    }

    /** A descriptor of a range of the buffer of data, which is made of eight equal bytes. */
    private static String make(String type, String data, String bytes) {
        return "vkGetDescriptorEXT|'device':3,'pDescriptorInfo':{'type':'VK_DESCRIPTOR_TYPE_" + type + "','data':"
                + data + "},'dataSize':8,'pDescriptor':" + bytes;
    }

    private static String range(long address, long range) {
        return "{'address':'0x" + Long.toHexString(address) + "','range':" + range + ",'format':'VK_FORMAT_UNDEFINED'}";
    }

    private static String storage(int value, long offset, long range) {
        return make("STORAGE_BUFFER", "{'pStorageBuffer':" + range(DATA + offset, range) + "}", bytes(value));
    }

    private static String bytes(int value) {
        return "[" + String.join(",", Collections.nCopies(SIZE, Integer.toString(value))) + "]";
    }

    private static String offset(int binding, int offset) {
        return "vkGetDescriptorSetLayoutBindingOffsetEXT|'device':3,'layout':45,'binding':" + binding + ",'pOffset':"
                + offset;
    }

    private static String bind(int index) {
        return "vkCmdSetDescriptorBufferOffsetsEXT|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_COMPUTE',"
                + "'layout':43,'firstSet':0,'setCount':1,'pBufferIndices':[" + index + "],'pOffsets':[" + SET + "]";
    }

    private ImportedCapture read(String layout, List<String> made, String... calls) {
        List<String> setup = new ArrayList<>(List.of(
                GraphicsFixture.MEMORY,
                "vkCreateBuffer|'pCreateInfo':{'size':1024,'usage':131104},'pBuffer':7",
                "vkBindBufferMemory|'buffer':7,'memory':30,'memoryOffset':0",
                "vkGetBufferDeviceAddress=0x" + Long.toHexString(DESCRIPTORS) + "|'device':3,'pInfo':{'buffer':5}",
                "vkGetBufferDeviceAddress=0x" + Long.toHexString(DATA) + "|'device':3,'pInfo':{'buffer':7}",
                "vkCreateShaderModule|'pCreateInfo':{'codeSize':0,'pCode':'storage.spv'},'pShaderModule':44",
                layout,
                "vkCreatePipelineLayout|'pCreateInfo':{'pSetLayouts':[45]},'pPipelineLayout':43",
                "vkCreateComputePipelines|'pCreateInfos':[{'stage':{'stage':'VK_SHADER_STAGE_COMPUTE_BIT','module':44,"
                        + "'pName':'main'},'layout':43}],'pPipelines':[46]"));
        setup.addAll(made);
        setup.addAll(List.of(
                "vkCmdBindPipeline|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_COMPUTE','pipeline':46",
                "vkCmdBindDescriptorBuffersEXT|'commandBuffer':16,'bufferCount':1,'pBindingInfos':[{'address':'0x"
                        + Long.toHexString(DESCRIPTORS) + "','usage':4194304}]"));
        CaptureFixture.write(folder.resolve("memory.bin"), memory);
        return new CaptureFixture()
                .calls(CaptureFixture.SETUP)
                .calls(setup)
                .call("vkMapMemory|'device':3,'memory':6,'offset':0,'size':4096,'flags':0")
                .line("\"meta\":{\"name\":\"FillMemoryCommand\",\"args\":{\"memory_id\":6,\"offset\":0,\"size\":"
                        + memory.length + ",\"data\":\"memory.bin\"}}")
                .calls(List.of(calls))
                .call(CaptureFixture.SUBMIT)
                .read(folder);
    }

    private ImportedCapture one(List<String> made, String... calls) {
        return read(layout(binding(0, 1)), made, calls);
    }

    @Test
    void a_dispatch_reaches_what_the_descriptor_in_the_buffer_is_of() {
        put(SET + BINDING, 2);
        ImportedCapture capture =
                one(List.of(offset(0, BINDING), storage(1, 0, 64), storage(2, 256, 128)), bind(0), DISPATCH);

        assertThat(capture.notUnderstood()).isEmpty();
        assertThat(flat(capture)).contains("bind: {s0b0: {buffer: buffer7, offset: 256, size: 128}}");
    }

    @Test
    void the_form_of_maintenance_6_binds_for_the_stages_that_it_names() {
        put(SET, 1);

        assertThat(flat(one(
                        List.of(storage(1, 0, 64)),
                        "vkCmdSetDescriptorBufferOffsets2EXT|'commandBuffer':16,'pSetDescriptorBufferOffsetsInfo':{"
                                + "'stageFlags':32,'layout':43,'firstSet':0,'setCount':1,'pBufferIndices':[0],'pOffsets':["
                                + SET + "]}",
                        DISPATCH)))
                .contains("bind: {s0b0: {buffer: buffer7, size: 64}}");
    }

    @Test
    void the_bytes_of_one_type_may_be_those_of_another() {
        put(SET + BINDING, 1);
        ImportedCapture capture = one(
                List.of(
                        offset(0, BINDING),
                        storage(1, 512, 64),
                        make("UNIFORM_BUFFER", "{'pUniformBuffer':" + range(DATA, 64) + "}", bytes(1))),
                bind(0),
                DISPATCH);

        assertThat(flat(capture)).contains("bind: {s0b0: {buffer: buffer7, offset: 512, size: 64}}");
    }

    @Test
    void all_elements_of_an_array_that_are_there_are_reached() {
        put(SET, 1);
        put(SET + 2 * SIZE, 2);
        ImportedCapture capture = read(
                layout(binding(0, 1000)),
                List.of(offset(0, 0), storage(1, 0, 64), storage(2, 256, 64)),
                bind(0),
                DISPATCH);

        assertThat(capture.notUnderstood()).isEmpty();
        assertThat(flat(capture))
                .contains(
                        "bind: {s0b0: {buffer: buffer7, size: 64}, s0b0e2: {buffer: buffer7, offset: 256, size: 64}}");
    }

    @Test
    void the_only_binding_begins_where_the_set_does_if_the_program_did_not_ask() {
        put(SET, 1);

        assertThat(flat(one(List.of(storage(1, 0, 64)), bind(0), DISPATCH)))
                .contains("bind: {s0b0: {buffer: buffer7, size: 64}}");
    }

    @Test
    void of_several_bindings_it_is_not_known_where_they_begin() {
        put(SET, 1);

        assertThat(read(layout(binding(0, 1) + "," + binding(1, 1)), List.of(storage(1, 0, 64)), bind(0), DISPATCH)
                        .notUnderstood())
                .containsOnlyKeys("vkCmdDispatch");
    }

    @Test
    void bytes_that_no_call_made_are_a_descriptor_that_is_not_known() {
        put(SET, 3);

        assertThat(one(List.of(storage(1, 0, 64)), bind(0), DISPATCH).notUnderstood())
                .containsOnlyKeys("vkCmdDispatch");
    }

    @Test
    void a_buffer_of_descriptors_that_is_not_known_has_none_that_are() {
        put(SET, 1);

        assertThat(one(
                                List.of(storage(1, 0, 64)),
                                "vkCmdBindDescriptorBuffersEXT|'commandBuffer':16,'bufferCount':1,'pBindingInfos':["
                                        + "{'address':'0x1000','usage':4194304}]",
                                bind(0),
                                DISPATCH)
                        .notUnderstood())
                .containsOnlyKeys("vkCmdDispatch");
    }

    @Test
    void descriptors_that_the_device_copied_are_read_but_what_orders_that_is_not_followed() {
        put(SET + 128, 1);
        ImportedCapture capture = one(
                List.of(storage(1, 0, 64)),
                "vkCmdCopyBuffer|'commandBuffer':16,'srcBuffer':5,'dstBuffer':5,'pRegions':[{'srcOffset':192,'dstOffset':64,'size':8}]",
                bind(0),
                DISPATCH);

        assertThat(flat(capture)).contains("bind: {s0b0: {buffer: buffer7, size: 64}}");
        assertThat(capture.leftOut().notUnderstood())
                .singleElement()
                .satisfies(lost -> assertThat(lost.reason()).contains("descriptors that the device copied"));
    }

    @Test
    void a_descriptor_whose_bytes_are_not_in_the_capture_is_listed() {
        assertThat(one(List.of(storage(1, 0, 64).replace(bytes(1), "'0x5648cc668580'")))
                        .notUnderstood())
                .containsOnlyKeys("vkGetDescriptorEXT");
    }

    @Test
    void a_descriptor_buffer_that_is_not_bound_is_refused() {
        assertThatThrownBy(() -> one(List.of(storage(1, 0, 64)), bind(1)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("'pBufferIndices' names a descriptor buffer that is not bound: 1");
    }

    @Test
    void samplers_and_descriptors_of_nothing_reach_nothing() {
        put(SET, 1);
        ImportedCapture capture = one(
                List.of(
                        make("SAMPLER", "{'pSampler':49}", bytes(1)),
                        make("STORAGE_BUFFER", "{'pStorageBuffer':null}", bytes(1))),
                bind(0),
                DISPATCH);

        assertThat(capture.notUnderstood()).isEmpty();
        assertThat(flat(capture)).doesNotContain("bind: {");
    }

    @Test
    void the_binary_capture_has_the_bytes_last() {
        ByteBuffer call = ByteBuffer.allocate(12 + 24 + 8 + SIZE).order(ByteOrder.LITTLE_ENDIAN);
        call.putInt(0x11000).putLong(1).position(36);
        call.putLong(SIZE).putLong(0x0202_0202_0202_0202L);
        List<String> lines = new ArrayList<>(CaptureFixture.SETUP);
        lines.add(make("STORAGE_BUFFER", "{'pStorageBuffer':null}", "'0x5648cc668580'"));
        CaptureFixture.write(
                folder.resolve("test.gfxr"),
                new CaptureFixture.Binary()
                        .call(CaptureFixture.SETUP.size() + 1)
                        .block(4, call.array())
                        .bytes());

        assertThat(new CaptureFixture().calls(lines).read(folder).notUnderstood())
                .isEmpty();
    }
}
