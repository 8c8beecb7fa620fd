// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.GraphicsFixture.flat;
import static dev.sluice.config.capture.GraphicsFixture.targets;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.calls.Change;
import dev.sluice.config.calls.NotUnderstood;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Acceleration structures, rays and ray queries in captures. */
final class RayTracingImportTest {
    private static final long INPUTS = 0x7000_0001_0000L;
    private static final long SCRATCH = 0x7000_0002_0000L;
    private static final long TABLE = 0x7000_0003_0000L;
    private static final long BOTTOM = 0x7100_0000_0000L;
    private static final long TOP = 0x7100_0001_0000L;

    @TempDir
    private Path folder;

    @BeforeEach
    void shaders() {
        for (String name : List.of("rays.rgen", "rays.rchit", "query.frag")) {
            CaptureFixture.write(folder.resolve(name + ".spv"), CaptureSeeds.spirv(name));
        }
    }

    private static String hex(long address) {
        return "'0x" + Long.toHexString(address) + "'";
    }

    private static List<String> buffer(int handle, long size, long usage, long address) {
        return List.of(
                "vkCreateBuffer|'pCreateInfo':{'size':" + size + ",'usage':" + usage + "},'pBuffer':" + handle,
                "vkBindBufferMemory|'buffer':" + handle + ",'memory':50,'memoryOffset':" + (handle - 60) * 16384,
                "vkGetBufferDeviceAddress=0x" + Long.toHexString(address) + "|'device':3,'pInfo':{'buffer':" + handle
                        + "}");
    }

    private static List<String> structure(int handle, int buffer, long size, String level, long address) {
        return List.of(
                "vkCreateAccelerationStructureKHR|'pCreateInfo':{'buffer':" + buffer + ",'offset':256,'size':" + size
                        + ",'type':'VK_ACCELERATION_STRUCTURE_TYPE_" + level + "_LEVEL_KHR'},'pAccelerationStructure':"
                        + handle,
                "vkGetAccelerationStructureDeviceAddressKHR=0x" + Long.toHexString(address)
                        + "|'device':3,'pInfo':{'accelerationStructure':" + handle + "}");
    }

    /** Buffers 60 of inputs, 61 of structures, 62 of scratch memory and 63 of a table; structures 70, 71 below and 72 above. */
    private static List<String> setup() {
        List<String> setup = new ArrayList<>(targets());
        setup.add(
                "vkAllocateMemory|'pAllocateInfo':{'pNext':null,'allocationSize':65536,'memoryTypeIndex':0},'pMemory':50");
        setup.addAll(buffer(60, 16384, 0xa0002, INPUTS));
        setup.addAll(buffer(61, 16384, 0x120000, 0x7000_0004_0000L));
        setup.addAll(buffer(62, 16384, 0x20020, SCRATCH));
        setup.addAll(buffer(63, 4096, 0x20502, TABLE));
        setup.addAll(structure(70, 61, 4096, "BOTTOM", BOTTOM));
        setup.addAll(structure(72, 61, 1024, "TOP", TOP));
        setup.set(setup.size() - 2, setup.get(setup.size() - 2).replace("'offset':256", "'offset':8192"));
        setup.addAll(List.of(
                "vkCreateShaderModule|'pCreateInfo':{'codeSize':0,'pCode':'rays.rgen.spv'},'pShaderModule':80",
                "vkCreateShaderModule|'pCreateInfo':{'codeSize':0,'pCode':'rays.rchit.spv'},'pShaderModule':81",
                "vkCreateShaderModule|'pCreateInfo':{'codeSize':0,'pCode':'query.frag.spv'},'pShaderModule':82",
                "vkCreateDescriptorSetLayout|'pCreateInfo':{'pBindings':["
                        + "{'binding':0,'descriptorType':'VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR','descriptorCount':1},"
                        + "{'binding':1,'descriptorType':'VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR','descriptorCount':1},"
                        + "{'binding':3,'descriptorType':'VK_DESCRIPTOR_TYPE_STORAGE_BUFFER','descriptorCount':1}]},'pSetLayout':83",
                "vkCreatePipelineLayout|'pCreateInfo':{'pSetLayouts':[83]},'pPipelineLayout':84",
                "vkAllocateDescriptorSets|'pAllocateInfo':{'pSetLayouts':[83]},'pDescriptorSets':[85]",
                "vkUpdateDescriptorSets|'pDescriptorWrites':[" + written(0) + "," + written(1)
                        + ",{'dstSet':85,'dstBinding':3,'dstArrayElement':0,'descriptorCount':1,"
                        + "'descriptorType':'VK_DESCRIPTOR_TYPE_STORAGE_BUFFER','pBufferInfo':[{'buffer':60,'offset':0,'range':512}]}]",
                "vkCreateRayTracingPipelinesKHR|'pCreateInfos':[{'pStages':["
                        + "{'stage':'VK_SHADER_STAGE_RAYGEN_BIT_KHR','module':80,'pName':'main'},"
                        + "{'stage':1024,'module':81,'pName':'main'}],'layout':84}],'pPipelines':[86]",
                "vkCmdBindPipeline|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR','pipeline':86",
                "vkCmdBindDescriptorSets|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR',"
                        + "'layout':84,'firstSet':0,'pDescriptorSets':[85]"));
        return setup;
    }

    private static String written(int binding) {
        return "{'dstSet':85,'dstBinding':" + binding + ",'dstArrayElement':0,'descriptorCount':1,"
                + "'descriptorType':'VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR','pNext':{"
                + "'sType':'VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_ACCELERATION_STRUCTURE_KHR','pAccelerationStructures':[72]}}";
    }

    private static String triangles(String indexType, long indices) {
        return "{'geometryType':'VK_GEOMETRY_TYPE_TRIANGLES_KHR','geometry':{'triangles':{'vertexFormat':'VK_FORMAT_R32G32B32_SFLOAT',"
                + "'vertexData':{'deviceAddress':" + hex(INPUTS)
                + "},'vertexStride':12,'maxVertex':9,'indexType':'VK_INDEX_TYPE_"
                + indexType + "','indexData':{'deviceAddress':" + hex(indices)
                + "},'transformData':{'deviceAddress':'0x0'}}}}";
    }

    private static String instances(long address, boolean pointers) {
        return "{'geometryType':'VK_GEOMETRY_TYPE_INSTANCES_KHR','geometry':{'instances':{'arrayOfPointers':" + pointers
                + ",'data':{'deviceAddress':" + hex(address) + "}}}}";
    }

    private static String info(String level, String geometry, int structure, long scratch) {
        return "{'type':'VK_ACCELERATION_STRUCTURE_TYPE_" + level
                + "_LEVEL_KHR','flags':1,'mode':'VK_BUILD_ACCELERATION_STRUCTURE_MODE_BUILD_KHR','srcAccelerationStructure':0,"
                + "'dstAccelerationStructure':" + structure + ",'geometryCount':1,'pGeometries':[" + geometry
                + "],'scratchData':{'deviceAddress':" + hex(scratch) + "}}";
    }

    private static String range(long count, long offset, long first) {
        return "{'primitiveCount':" + count + ",'primitiveOffset':" + offset + ",'firstVertex':" + first
                + ",'transformOffset':0}";
    }

    private static String build(String info, String range) {
        return "vkCmdBuildAccelerationStructuresKHR|'commandBuffer':16,'infoCount':1,'pInfos':[" + info
                + "],'ppBuildRangeInfos':[[" + range + "]]";
    }

    private static String sizes(String geometry, long most, long scratch) {
        return "vkGetAccelerationStructureBuildSizesKHR|'device':3,'pBuildInfo':" + info("BOTTOM", geometry, 0, 0)
                + ",'pMaxPrimitiveCounts':[" + most
                + "],'pSizeInfo':{'accelerationStructureSize':4096,'updateScratchSize':0,"
                + "'buildScratchSize':" + scratch + "}";
    }

    private static String bottom() {
        return build(info("BOTTOM", triangles("NONE_KHR", 0), 70, SCRATCH), range(2, 0, 0));
    }

    /** Writes what instance 0 of the first ones names. */
    private static List<String> names(long structure) {
        return List.of(fill(56, structure & 0xffff_ffffL), fill(60, structure >>> 32));
    }

    private static String fill(long offset, long word) {
        return "vkCmdFillBuffer|'commandBuffer':16,'dstBuffer':60,'dstOffset':" + offset + ",'size':4,'data':" + word;
    }

    private static String top() {
        return build(info("TOP", instances(INPUTS, false), 72, SCRATCH), range(1, 0, 0));
    }

    private static String trace() {
        return "vkCmdTraceRaysKHR|'commandBuffer':16,'pRaygenShaderBindingTable':{'deviceAddress':" + hex(TABLE)
                + ",'stride':32,'size':32},'pMissShaderBindingTable':{'deviceAddress':" + hex(TABLE + 64)
                + ",'stride':32,'size':64},'pHitShaderBindingTable':{'deviceAddress':'0x0','stride':0,'size':0},"
                + "'pCallableShaderBindingTable':null,'width':16,'height':8,'depth':1";
    }

    private ImportedCapture read(List<String> calls) {
        return GraphicsFixture.read(folder, setup(), calls.toArray(String[]::new));
    }

    private ImportedCapture read(String... calls) {
        return read(List.of(calls));
    }

    private static List<String> lost(ImportedCapture capture) {
        return capture.leftOut().notUnderstood().stream()
                .map(NotUnderstood::reason)
                .toList();
    }

    @Test
    void a_build_of_triangles_reads_its_vertices_and_writes_structure_and_scratch_memory() {
        ImportedCapture capture = read(sizes(triangles("NONE_KHR", 0), 64, 2048), bottom());

        assertThat(capture.notUnderstood()).isEmpty();
        assertThat(flat(capture))
                .contains("buildAccelerationStructures:")
                .contains("inputs0: {buffer: buffer60, size: 72}")
                .contains("scratch0: {buffer: buffer62, size: 2048}")
                .contains("structure: {buffer: buffer61, offset: 256, size: 4096}")
                .contains("scratch0: accelerationStructure, structure: accelerationStructure");
    }

    @ParameterizedTest
    @CsvSource({"UINT16, 36", "UINT32, 72", "UINT8_KHR, 18"})
    void indices_take_as_much_as_their_type_and_vertices_as_many_as_there_can_be(String type, long bytes) {
        ImportedCapture capture =
                read(build(info("BOTTOM", triangles(type, INPUTS + 4096), 70, SCRATCH), range(6, 8, 2)));

        assertThat(flat(capture))
                .contains("inputs0: {buffer: buffer60, offset: 24, size: 120}")
                .contains("inputs1: {buffer: buffer60, offset: 4104, size: " + bytes + "}");
    }

    @Test
    void scratch_memory_is_as_much_as_the_driver_said_of_the_fewest_primitives_that_are_enough() {
        String geometry = triangles("NONE_KHR", 0);

        assertThat(flat(read(sizes(geometry, 1, 512), sizes(geometry, 64, 2048), sizes(geometry, 8, 1024), bottom())))
                .contains("scratch0: {buffer: buffer62, size: 1024}");
    }

    @Test
    void scratch_memory_of_which_nothing_is_known_is_taken_as_large_as_the_structure() {
        ImportedCapture capture = read(bottom());

        assertThat(flat(capture)).contains("scratch0: {buffer: buffer62, size: 4096}");
        assertThat(String.join("\n", capture.notes())).contains("is taken as large as what is built");
    }

    @Test
    void a_build_of_instances_reads_the_structures_that_they_name() {
        List<String> calls = new ArrayList<>(names(BOTTOM));
        calls.add(top());
        ImportedCapture capture = read(calls);

        assertThat(capture.notUnderstood()).isEmpty();
        assertThat(flat(capture))
                .contains("inputs0: {buffer: buffer60, size: 64}")
                .contains("named0: {buffer: buffer61, offset: 256, size: 4096}")
                .contains("structure: {buffer: buffer61, offset: 8192, size: 1024}");
    }

    @Test
    void instances_may_be_found_by_pointers() {
        List<String> calls = new ArrayList<>(names(BOTTOM));
        calls.add(fill(8192, INPUTS & 0xffff_ffffL));
        calls.add(fill(8196, INPUTS >>> 32));
        calls.add(build(info("TOP", instances(INPUTS + 8192, true), 72, SCRATCH), range(1, 0, 0)));
        ImportedCapture capture = read(calls);

        assertThat(capture.notUnderstood()).isEmpty();
        assertThat(flat(capture))
                .contains("inputs0: {buffer: buffer60, offset: 8192, size: 8}")
                .contains("named0: {buffer: buffer61, offset: 256, size: 4096}");
    }

    @Test
    void instances_that_name_what_is_not_known_make_the_build_and_its_rays_lose_work() {
        List<String> calls = new ArrayList<>(names(0x1234_0000L));
        calls.addAll(List.of(top(), trace()));

        assertThat(lost(read(calls)))
                .contains(
                        "structures that instances name, which are not known, are not read",
                        "rays do not go into acceleration structures that are not known");
    }

    @Test
    void an_instance_of_nothing_is_no_loss() {
        List<String> calls = new ArrayList<>(names(0));
        calls.add(top());

        assertThat(read(calls).notUnderstood()).isEmpty();
    }

    @Test
    void rays_read_tables_and_what_all_of_their_shaders_reach_and_what_instances_name() {
        List<String> calls = new ArrayList<>(names(BOTTOM));
        calls.addAll(List.of(top(), trace()));
        ImportedCapture capture = read(calls);

        assertThat(capture.notUnderstood()).isEmpty();
        assertThat(flat(capture))
                .contains("traceRays:")
                .contains("table0: {buffer: buffer63, size: 32}")
                .contains("table1: {buffer: buffer63, offset: 64, size: 64}")
                .contains("s0b0: {buffer: buffer61, offset: 8192, size: 1024}")
                .contains("s0b0_named0: {buffer: buffer61, offset: 256, size: 4096}")
                .contains("s0b3: {buffer: buffer60, size: 512}");
    }

    @Test
    void a_copy_holds_what_its_source_does() {
        List<String> calls = new ArrayList<>(structure(73, 61, 512, "TOP", TOP + 4096));
        calls.set(0, calls.get(0).replace("'offset':256", "'offset':12288"));
        calls.addAll(names(BOTTOM));
        calls.add(top());
        calls.add(
                "vkCmdCopyAccelerationStructureKHR|'commandBuffer':16,'pInfo':{'src':72,'dst':73,'mode':'VK_COPY_ACCELERATION_STRUCTURE_MODE_COMPACT_KHR'}");
        calls.add("vkUpdateDescriptorSets|'pDescriptorWrites':[" + written(0).replace("[72]", "[73]") + "]");
        calls.add(trace());

        assertThat(flat(read(calls)))
                .contains("copyAccelerationStructure:")
                .contains("source0: {buffer: buffer61, offset: 8192, size: 1024}")
                .contains("structure: {buffer: buffer61, offset: 12288, size: 512}")
                .contains("s0b0: {buffer: buffer61, offset: 12288, size: 512}")
                .contains("s0b0_named0: {buffer: buffer61, offset: 256, size: 4096}");
    }

    @Test
    void queries_of_properties_read_the_beginning_of_structures() {
        assertThat(
                        flat(
                                read(
                                        "vkCmdWriteAccelerationStructuresPropertiesKHR|'commandBuffer':16,'pAccelerationStructures':[70],'queryPool':1,'firstQuery':0")))
                .contains("writeAccelerationStructuresProperties:")
                .contains("structure0: {buffer: buffer61, offset: 256, size: 64}");
    }

    @Test
    void the_number_of_rays_may_lie_in_memory() {
        ImportedCapture capture = read(
                "vkCmdFillBuffer|'commandBuffer':16,'dstBuffer':63,'dstOffset':1024,'size':12,'data':32",
                trace().replace("vkCmdTraceRaysKHR", "vkCmdTraceRaysIndirectKHR")
                        .replace("'width':16,'height':8,'depth':1", "'indirectDeviceAddress':" + hex(TABLE + 1024)));

        assertThat(capture.notUnderstood()).isEmpty();
        assertThat(flat(capture))
                .contains("traceRaysIndirect:", "buffer: buffer63", "offset: 1024", "groups: [512, 1, 1]");
    }

    @Test
    void rays_through_a_pipeline_that_is_not_known_lose_work() {
        assertThat(lost(read(
                        "vkCmdBindPipeline|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR','pipeline':99",
                        trace())))
                .containsExactly("rays through shaders that are not known are left out in part");
    }

    @Test
    void libraries_bring_their_shaders() {
        ImportedCapture capture = read(
                "vkCreateRayTracingPipelinesKHR|'pCreateInfos':[{'pStages':[],'pLibraryInfo':{'pLibraries':[86]},'layout':84}],'pPipelines':[87]",
                "vkCmdBindPipeline|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR','pipeline':87",
                trace());

        assertThat(capture.notUnderstood()).isEmpty();
        assertThat(flat(capture)).contains("s0b0: {buffer: buffer61, offset: 8192, size: 1024}");
    }

    @Test
    void draws_with_ray_queries_read_structures() {
        List<String> calls = new ArrayList<>(names(BOTTOM));
        calls.addAll(List.of(
                top(),
                "vkCreateGraphicsPipelines|'pCreateInfos':[{'pStages':[{'stage':'VK_SHADER_STAGE_FRAGMENT_BIT','module':82,'pName':'main'}],"
                        + "'layout':84}],'pPipelines':[88]",
                "vkCmdBindPipeline|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_GRAPHICS','pipeline':88",
                "vkCmdBindDescriptorSets|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_GRAPHICS',"
                        + "'layout':84,'firstSet':0,'pDescriptorSets':[85]",
                GraphicsFixture.BEGIN,
                GraphicsFixture.DRAW,
                GraphicsFixture.END));
        ImportedCapture capture = read(calls);

        assertThat(flat(capture))
                .contains("s0b1: accelerationStructure")
                .contains("s0b1: {buffer: buffer61, offset: 8192, size: 1024}")
                .contains("s0b1_named0: {buffer: buffer61, offset: 256, size: 4096}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'ppBuildRangeInfos':[[ | 'x':[[ | 'ppBuildRangeInfos' has fewer ranges than build 0 has geometries",
                "'vertexStride':12 | 'vertexStride':'a' | 'pGeometries[0].geometry.triangles.vertexStride' is no whole number"
            })
    void a_build_that_is_broken_is_refused(String good, String bad, String message) {
        assertThatThrownBy(() -> read(bottom().replace(good, bad))).hasMessageContaining(message);
    }

    @Test
    void a_build_of_other_geometries_is_lost_and_the_rest_of_its_submission_is_not() {
        String spheres = triangles("NONE_KHR", 0).replace("'triangles':", "'spheres':");
        ImportedCapture capture =
                read(sizes(spheres, 1, 512), build(info("BOTTOM", spheres, 70, SCRATCH), range(1, 0, 0)), fill(0, 1));

        assertThat(lost(capture)).containsExactly("builds of geometries that are not known are left out");
        assertThat(flat(capture)).contains("fillBuffer:").doesNotContain("buildAccelerationStructures:");
    }

    @Test
    void a_structure_outside_its_buffer_is_refused() {
        assertThatThrownBy(() -> read(structure(74, 63, 4096, "TOP", TOP + 8192)))
                .hasMessageContaining("vkCreateAccelerationStructureKHR")
                .hasMessageContaining("lies outside buffer63, which has 4096");
    }

    @Test
    void losses_are_of_work() {
        assertThat(read(bottom().replace("'dstAccelerationStructure':70", "'dstAccelerationStructure':79"))
                        .leftOut()
                        .notUnderstood())
                .singleElement()
                .satisfies(left -> assertThat(left.change()).isEqualTo(Change.WORK));
    }

    @ParameterizedTest
    @CsvSource({
        "655362",
        "'VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT |"
                + " VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_BIT_KHR'"
    })
    void usages_of_buffers_are_taken_over_for_the_lint(String usage) {
        String written = usage.startsWith("VK") ? "'" + usage + "'" : usage;

        assertThat(flat(read(
                        "vkCreateBuffer|'pCreateInfo':{'size':64,'usage':" + written + "},'pBuffer':90",
                        "vkBindBufferMemory|'buffer':90,'memory':50,'memoryOffset':65472")))
                .contains(
                        "usage: [TRANSFER_DST, SHADER_DEVICE_ADDRESS, ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_KHR]");
    }

    @Test
    void several_builds_of_one_call_are_each_their_own_command() {
        String one = info("BOTTOM", triangles("NONE_KHR", 0), 70, SCRATCH);
        String other = info("TOP", instances(INPUTS, false), 72, SCRATCH + 8192);
        List<String> calls = new ArrayList<>(names(BOTTOM));
        calls.add("vkCmdBuildAccelerationStructuresKHR|'commandBuffer':16,'infoCount':2,'pInfos':[" + one + "," + other
                + "],'ppBuildRangeInfos':[[" + range(2, 0, 0) + "],[" + range(1, 0, 0) + "]]");
        ImportedCapture capture = read(calls);

        assertThat(capture.notUnderstood()).isEmpty();
        assertThat(flat(capture).split("buildAccelerationStructures:", -1)).hasSize(3);
        assertThat(flat(capture)).contains("scratch0: {buffer: buffer62, offset: 8192, size: 1024}");
    }

    @Test
    void an_update_reads_the_structure_that_was() {
        ImportedCapture capture = read(bottom().replace("MODE_BUILD_KHR", "MODE_UPDATE_KHR")
                .replace("'srcAccelerationStructure':0", "'srcAccelerationStructure':70"));

        assertThat(flat(capture)).contains("source0: {buffer: buffer61, offset: 256, size: 4096}");
    }

    @Test
    void boxes_are_read_by_their_stride_and_transforms_with_their_triangles() {
        String boxes = "{'geometryType':'VK_GEOMETRY_TYPE_AABBS_KHR','geometry':{'aabbs':{'data':{'deviceAddress':"
                + hex(INPUTS + 512) + "},'stride':32}}}";
        String moved = triangles("NONE_KHR", 0)
                .replace(
                        "'transformData':{'deviceAddress':'0x0'}",
                        "'transformData':{'deviceAddress':" + hex(INPUTS + 4096) + "}");

        assertThat(flat(read(build(info("BOTTOM", boxes, 70, SCRATCH), range(4, 32, 0)))))
                .contains("inputs0: {buffer: buffer60, offset: 544, size: 128}");
        assertThat(flat(read(build(info("BOTTOM", moved, 70, SCRATCH), range(1, 0, 0)))))
                .contains("inputs1: {buffer: buffer60, offset: 4096, size: 48}");
    }

    @Test
    void inputs_at_an_address_that_is_of_no_buffer_lose_work() {
        assertThat(lost(read(build(info("BOTTOM", triangles("UINT16", 0x99), 70, SCRATCH), range(1, 0, 0)))))
                .containsExactly("builds whose addresses are not known are left out in part");
    }

    @Test
    void structures_that_a_template_writes_are_told() {
        assertThat(
                        lost(
                                read(
                                        "vkCreateDescriptorUpdateTemplate|'pCreateInfo':{'pDescriptorUpdateEntries':[{'dstBinding':0,'dstArrayElement':0,"
                                                + "'descriptorCount':1,'descriptorType':'VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR'}]},"
                                                + "'pDescriptorUpdateTemplate':91",
                                        "vkUpdateDescriptorSetWithTemplate|'descriptorSet':85,'descriptorUpdateTemplate':91,'pData':null")))
                .containsExactly("acceleration structures that templates write are not read");
    }
}
