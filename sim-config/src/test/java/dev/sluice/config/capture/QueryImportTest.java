// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.CaptureFixture.SETUP;
import static dev.sluice.config.capture.CaptureFixture.SUBMIT;
import static dev.sluice.config.capture.GraphicsFixture.flat;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results of queries that are copied to buffers: the bytes that the call writes, and no others. */
final class QueryImportTest {
    private static final String POOL =
            "vkCreateQueryPool|'device':3,'pCreateInfo':{'flags':'0x00000000','queryType':'VK_QUERY_TYPE_TIMESTAMP','queryCount':4,'pipelineStatistics':'0x00000000','pNext':null},'pQueryPool':14";
    private static final String COPY =
            "vkCmdCopyQueryPoolResults|'commandBuffer':16,'queryPool':14,'firstQuery':1,'queryCount':2,'dstBuffer':5,'dstOffset':64,'stride':16,'flags':'0x00000003'";

    @TempDir
    private Path folder;

    private ImportedCapture read(String pool, String copy) {
        return new CaptureFixture()
                .calls(SETUP)
                .call(pool)
                .call(copy)
                .call(SUBMIT)
                .read(folder);
    }

    @Test
    void each_query_is_written_where_the_stride_has_it() {
        ImportedCapture capture = read(POOL, COPY);
        assertThat(flat(capture))
                .contains("copyBuffer: src: queryPool14 dst: buffer5 regions:"
                        + " - {srcOffset: 16, dstOffset: 64, size: 8} - {srcOffset: 32, dstOffset: 80, size: 8}");
        assertThat(capture.notUnderstood()).isEmpty();
    }

    @Test
    void queries_without_gaps_are_written_as_one() {
        assertThat(flat(read(POOL, COPY.replace("'stride':16", "'stride':4").replace("3'", "0'"))))
                .contains("regions: [{dstOffset: 64, size: 8}]");
    }

    @Test
    void availability_and_statistics_take_room() {
        String statistics =
                POOL.replace("TIMESTAMP", "PIPELINE_STATISTICS").replace("s':'0x00000000'", "s':'0x00000005'");
        String copy = COPY.replace("'queryCount':2", "'queryCount':1").replace("0003'", "0005'");
        assertThat(flat(read(statistics, copy))).contains("dstOffset: 64, size: 24}");
        String named = POOL.replace("TIMESTAMP", "PIPELINE_STATISTICS")
                .replace(
                        "s':'0x00000000','pNext",
                        "s':'VK_QUERY_PIPELINE_STATISTIC_A_BIT|VK_QUERY_PIPELINE_STATISTIC_B_BIT','pNext");
        assertThat(flat(read(named, copy))).contains("size: 24}");
    }

    @Test
    void what_is_not_known_of_queries_is_told() {
        assertThat(read(POOL.replace("TIMESTAMP", "PERFORMANCE_QUERY_KHR"), COPY)
                        .notUnderstood())
                .containsExactly(Map.entry("vkCmdCopyQueryPoolResults", 1L));
        assertThat(read(POOL, COPY.replace("'stride':16", "'stride':4")).notUnderstood())
                .containsExactly(Map.entry("vkCmdCopyQueryPoolResults", 1L));
        assertThat(read(POOL, COPY.replace("'firstQuery':1", "'firstQuery':3")).notUnderstood())
                .containsExactly(Map.entry("vkCmdCopyQueryPoolResults", 1L));
    }
}
