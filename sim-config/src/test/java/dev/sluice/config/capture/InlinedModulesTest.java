// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.CaptureFixture.SETUP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.capture.CaptureFixture.Binary;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shaders whose code stands in the pipeline's own call. */
final class InlinedModulesTest {
    private static final String PIPELINES = "vkCreateComputePipelines|'pCreateInfos':[" + pipeline("first.spv") + ","
            + pipeline("second.spv") + "],'pPipelines':[60,61]";

    @TempDir
    private Path folder;

    private static String pipeline(String file) {
        return "{'stage':{'pNext':{'sType':'VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO','pNext':null,'codeSize':"
                + module(1).length + ",'pCode':'" + file + "'},'module':0,'pName':'m'},'layout':0}";
    }

    /** A compute shader that does nothing, in workgroups of some width. */
    private static byte[] module(int width) {
        int[] words = {
            0x0723_0203,
            0x10000,
            0,
            9,
            0,
            5 << 16 | 15,
            5,
            1,
            'm',
            2,
            6 << 16 | 16,
            1,
            17,
            width,
            1,
            1,
            5 << 16 | 54,
            3,
            1,
            0,
            4,
            2 << 16 | 248,
            5,
            1 << 16 | 253,
            1 << 16 | 56
        };
        ByteBuffer bytes = ByteBuffer.allocate(words.length * 4).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(words);
        return bytes.array();
    }

    private CaptureFixture capture(String header) {
        CaptureFixture fixture = new CaptureFixture().calls(SETUP).call(PIPELINES);
        for (int pipeline : List.of(60, 61)) {
            fixture.call(
                    "vkCmdBindPipeline|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_COMPUTE','pipeline':"
                            + pipeline);
            fixture.call("vkCmdDispatch|'commandBuffer':16,'groupCountX':1,'groupCountY':1,'groupCountZ':1");
        }
        fixture.call(CaptureFixture.SUBMIT);
        CaptureFixture.write(folder.resolve("test.jsonl"), fixture.text().replace(CaptureFixture.HEADER, header));
        return fixture;
    }

    private String read() {
        return CaptureImporter.read(folder.resolve("test.jsonl"), CaptureFixture.TARGET)
                .yaml();
    }

    @Test
    void files_of_the_capture_hold_them() {
        capture("{\"header\":{\"gfxrecon-version\":\"1.0.5\"}}");
        CaptureFixture.write(folder.resolve("first.spv"), module(7));
        CaptureFixture.write(folder.resolve("second.spv"), module(9));

        assertThat(read()).contains("localSize: [7, 1, 1]").contains("localSize: [9, 1, 1]");
    }

    @Test
    void the_binary_capture_holds_them_one_after_the_other() {
        capture(CaptureFixture.HEADER);
        ByteBuffer body = ByteBuffer.allocate(300).order(ByteOrder.LITTLE_ENDIAN);
        body.putInt(0x1100a)
                .putLong(1)
                .put(new byte[11])
                .put(module(7))
                .put(new byte[5])
                .put(module(9));
        byte[] block = new byte[body.position()];
        body.flip().get(block);
        CaptureFixture.write(
                folder.resolve("test.gfxr"),
                new Binary().call(SETUP.size() + 1).block(4, block).call(5).bytes());

        assertThat(read()).contains("localSize: [7, 1, 1]").contains("localSize: [9, 1, 1]");
    }
}
