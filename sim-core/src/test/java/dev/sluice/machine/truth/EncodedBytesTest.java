// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.Client;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.testing.Proposed;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import dev.sluice.result.RunFinding;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Findings about images whose tiles lie compressed. */
final class EncodedBytesTest {

    private static final long IMAGE = 0x8000;
    private static final long METADATA = 0xF000;

    private final TruthRig rig = new TruthRig();
    private final Agent before = rig.copy("submit0.0");
    private final Agent draw = rig.agents.add(
            "submit0.1",
            "draw",
            Stage.COLOR_ATTACHMENT_OUTPUT.mask(),
            Access.COLOR_ATTACHMENT_WRITE.mask(),
            false,
            "s.yaml:5:5");
    private final Agent reader = rig.copy("submit0.2");

    EncodedBytesTest() {
        rig.resources.addImage("color", IMAGE, 0x1000, "local", 0, METADATA, 256, 4);
        rig.resources.readers(Set.of(Client.SAMPLED, Client.TRANSFER), Set.of(Client.SAMPLED));
        rig.ordered(before, draw, reader);
    }

    private int tile(int agent) {
        int[] versions = new int[256];
        Arrays.fill(versions, agent);
        return rig.bundles.intern(versions, 256, 1);
    }

    private int pair(int low, int high) {
        return rig.bundles.intern(new int[] {low, high}, 2, -1);
    }

    private RunFinding.StaleRead read(Client client, int flags, long address, int version) {
        rig.write(draw, IMAGE, 32, 5);
        rig.write(draw, address, 4, 5);
        Request request = rig.request(Request.READ, client, reader, address, 4, 0x77, version);
        request.flags = (byte) flags;
        rig.monitor.read(request);
        return rig.findings.staleReads().get(0);
    }

    @Test
    void a_read_of_encoded_bytes_misses_a_decompression() {
        RunFinding.StaleRead stale = read(Client.TRANSFER, 0, IMAGE, tile(draw.id()));

        assertThat(stale.missing()).isEqualTo("decompress");
        assertThat(stale.writer()).isEqualTo("submit0.1");
        assertThat(stale.heldIn()).isEqualTo("memory");
        assertThat(Proposed.scopes(stale.suggestion()))
                .containsExactly("COLOR_ATTACHMENT_OUTPUT", "COLOR_ATTACHMENT_WRITE", "COPY", "TRANSFER_READ");
        ImageTransition transition = Proposed.barrier(stale.suggestion()).image();
        assertThat(transition).isNotNull();
        assertThat(transition.range().image()).isEqualTo("color");
        assertThat(transition.oldLayout()).isEqualTo(ImageLayout.COLOR_ATTACHMENT_OPTIMAL);
        assertThat(transition.newLayout()).isEqualTo(ImageLayout.TRANSFER_SRC_OPTIMAL);
        assertThat(Proposed.place(stale.suggestion())).isEqualTo("after submit0.1, before submit0.2");
    }

    @Test
    void the_garbage_behind_the_encoded_bytes_is_explained_the_same_way() {
        rig.memoryVersions.put(IMAGE, tile(draw.id()));
        rig.inMemory = before.id();

        RunFinding.StaleRead stale = read(Client.STORAGE, 0, IMAGE + 200, before.id());

        assertThat(stale.missing()).isEqualTo("decompress");
        assertThat(Proposed.barrier(stale.suggestion()).image())
                .extracting(ImageTransition::newLayout)
                .isEqualTo(ImageLayout.GENERAL);
    }

    @Test
    void a_reader_without_clears_misses_an_elimination() {
        rig.inMemory = before.id();
        rig.memoryVersions.put(METADATA, pair(draw.id(), 0));

        RunFinding.StaleRead stale = read(Client.TRANSFER, Request.IMAGE, IMAGE + 8, before.id());

        assertThat(stale.missing()).isEqualTo("eliminate");
    }

    @Test
    void the_other_half_of_a_metadata_byte_explains_nothing() {
        rig.inMemory = before.id();
        rig.memoryVersions.put(METADATA, pair(before.id(), draw.id()));

        assertThat(read(Client.TRANSFER, Request.IMAGE, IMAGE + 8, before.id()).missing())
                .isEqualTo("the write was lost before it could be read");
    }

    @Test
    void a_reader_that_understands_the_form_met_stale_metadata() {
        rig.inMemory = before.id();
        rig.memoryVersions.put(IMAGE, tile(draw.id()));
        rig.memoryVersions.put(METADATA, pair(draw.id(), 0));
        rig.cache("ropMeta[0]", "CB_META", METADATA, pair(draw.id(), 0), true);
        rig.cache("texMeta[0]", "TEX_META", METADATA, pair(before.id(), 0), false);

        RunFinding.StaleRead stale = read(Client.SAMPLED, Request.IMAGE, IMAGE + 8, AgentTable.NOBODY);

        assertThat(stale.missing()).isEqualTo("flush:CB_META, invalidate:TEX_META");
    }

    @Test
    void encoded_bytes_where_the_program_wrote_nothing_are_an_unwritten_read() {
        rig.read(reader, IMAGE + 512, 4, 1, tile(draw.id()));

        assertThat(rig.findings.clean()).isTrue();
        assertThat(rig.findings.unwrittenReads()).hasSize(1);
    }

    @Test
    void a_racing_read_of_encoded_bytes_is_none_of_its_business() {
        Agent racing = rig.copy("submit7.0");
        rig.write(draw, IMAGE, 32, 5);

        rig.read(racing, IMAGE, 4, 1, tile(draw.id()));

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void encoded_bytes_of_discarded_contents_are_a_read_of_discarded_contents() {
        rig.write(before, IMAGE, 32, 5);
        rig.monitor.discard(IMAGE, 32, draw.id());

        rig.read(reader, IMAGE, 4, 1, tile(before.id()));

        assertThat(rig.findings.staleReads().get(0).missing()).isEqualTo("contents");
    }

    @Test
    void an_older_tile_over_a_newer_one_is_a_lost_write_of_the_whole_tile() {
        rig.writeBack("ropColor[0]", IMAGE, tile(before.id()), 1, tile(draw.id()), 2);

        RunFinding.LostWrite lost = rig.findings.lostWrites().get(0);
        assertThat(lost.writer()).isEqualTo("submit0.1");
        assertThat(lost.overwriter()).isEqualTo("submit0.0");
        assertThat(lost.size()).isEqualTo(256);
        assertThat(lost.lost()).startsWith("?? ??");
    }

    @Test
    void a_tile_is_compared_once_not_by_every_sector() {
        rig.writeBack("ropColor[0]", IMAGE + 32, tile(before.id()), 1, tile(draw.id()), 2);

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void an_encoded_tile_over_raw_bytes_is_compared_where_they_are() {
        rig.writeBack("ropColor[0]", IMAGE, tile(before.id()), 1, draw.id(), 2);
        assertThat(rig.findings.lostWrites()).hasSize(1);
        assertThat(rig.findings.lostWrites().get(0).lost()).startsWith("02 02");
    }

    @Test
    void newer_tiles_over_older_ones_are_fine_in_any_form() {
        rig.writeBack("ropColor[0]", IMAGE, tile(draw.id()), 1, tile(before.id()), 2);
        rig.writeBack("ropColor[0]", IMAGE, tile(draw.id()), 1, before.id(), 2);
        rig.writeBack("ropColor[0]", IMAGE, draw.id(), 1, tile(before.id()), 2);
        rig.writeBack("ropColor[0]", IMAGE, draw.id(), 1, tile(draw.id()), 2);

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void metadata_is_no_content_that_could_be_lost() {
        rig.writeBack("ropMeta[0]", METADATA, pair(before.id(), before.id()), 1, pair(draw.id(), draw.id()), 2);
        rig.writeBack("ropMeta[0]", METADATA, pair(before.id(), before.id()), 1, draw.id(), 2);

        assertThat(rig.findings.clean()).isTrue();
    }

    @Test
    void of_a_tile_by_several_only_the_bytes_that_are_older_are_lost() {
        int[] incoming = new int[256];
        int[] present = new int[256];
        Arrays.fill(incoming, before.id());
        Arrays.fill(present, before.id());
        Arrays.fill(present, 100, 108, draw.id());
        Arrays.fill(incoming, 104, 256, draw.id());

        rig.writeBack(
                "ropColor[0]", IMAGE, rig.bundles.intern(incoming, 256, 1), 1, rig.bundles.intern(present, 256, 2), 2);

        RunFinding.LostWrite lost = rig.findings.lostWrites().get(0);
        assertThat(lost.offset()).isEqualTo(100);
        assertThat(lost.size()).isEqualTo(4);
    }
}
