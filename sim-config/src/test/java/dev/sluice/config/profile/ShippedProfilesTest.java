// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.BarrierProfile;
import dev.sluice.program.sync.BarrierResolver;
import dev.sluice.program.sync.CacheAction;
import dev.sluice.program.sync.CacheRole;
import dev.sluice.program.sync.ImplicitPoint;
import dev.sluice.program.sync.PendingActions;
import dev.sluice.program.sync.ProfileVariant;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.ResolvedActions;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.StageWaits;
import dev.sluice.program.sync.Stages;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The profiles in {@code configs/profiles}. */
final class ShippedProfilesTest {
    private static List<String> names() {
        return Profiles.names();
    }

    private static List<CacheAction> actions(String... texts) {
        return CacheAction.parseAll(List.of(texts));
    }

    @Test
    void all_are_listed_in_order() {
        assertThat(names())
                .containsExactly(
                        "anv",
                        "l2",
                        "modern",
                        "nvidia-r580",
                        "nvk",
                        "panvk",
                        "radv-gfx10",
                        "radv-gfx8",
                        "radv-gfx9",
                        "turnip",
                        "vram");
    }

    @ParameterizedTest
    @MethodSource("names")
    void a_profile_names_known_roles(String name) {
        BarrierProfile profile = Profiles.load(name);

        assertThat(profile.name()).isEqualTo(name);
        assertThat(profile.rolesUsed()).isNotEmpty().extracting(CacheRole::name).isSubsetOf(CacheRole.KNOWN);
    }

    @ParameterizedTest
    @MethodSource("names")
    void a_source_side_with_reads_only_does_nothing(String name) {
        BarrierResolver resolver = new BarrierResolver(Profiles.load(name));

        assertThat(resolver.sourceActions(
                        Stages.of(Stage.ALL_COMMANDS, Stage.HOST), Accesses.READS, QueueCapabilities.ALL))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("names")
    void every_variant_with_rows_can_be_applied(String name) {
        BarrierProfile profile = Profiles.load(name);

        for (ProfileVariant variant : profile.variants()) {
            if (variant.hasRows()) {
                assertThat(Profiles.load(name + "+" + variant.name()).name()).isEqualTo(name + "+" + variant.name());
                assertThat(profile.withVariant(variant.when()).src()).isNotNull();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "vram, false",
        "l2, false",
        "modern, false",
        "radv-gfx8, false",
        "radv-gfx9, false",
        "radv-gfx10, false",
        "anv, true",
        "turnip, true",
        "panvk, true",
        "nvk, true"
    })
    void implicit_actions_are_labelled_as_assumed_where_they_were_not_extracted(String name, boolean assumed) {
        BarrierProfile profile = Profiles.load(name);

        assertThat(profile.implicitAssumed()).isEqualTo(assumed);
        assertThat(profile.implicitActions(ImplicitPoint.SUBMIT_BEGIN)).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("names")
    void nothing_is_charged_that_was_not_measured_unless_the_guessed_costs_are_asked_for(String name) {
        if (Profiles.load(name).costs().status().startsWith("measured")) {
            return;
        }
        assertThat(Profiles.load(name).costs().none()).isTrue();
        assertThat(Profiles.load(name + "+guessed-costs").costs().status()).startsWith("guess");
        assertThat(Profiles.load(name + "+guessed-costs").costs().command()).isPositive();
    }

    @Test
    void the_l2_profiles_fence_leaves_l2_alone() {
        BarrierProfile profile = Profiles.load("l2");

        assertThat(profile.implicitActions(ImplicitPoint.FENCE_SIGNAL))
                .isEqualTo(actions("flush:ROP_COLOR", "flush:ROP_DEPTH"));
        assertThat(profile.implicitActions(ImplicitPoint.SUBMIT_END)).isEmpty();
        assertThat(profile.implicitActions(ImplicitPoint.SUBMIT_BEGIN))
                .startsWith(CacheAction.invalidate("L2"), CacheAction.flush("L2"));
    }

    @Test
    void the_assumed_submission_of_nvk_invalidates_all_and_flushes_what_can_be_dirty() {
        BarrierProfile profile = Profiles.load("nvk");

        assertThat(profile.implicitActions(ImplicitPoint.SUBMIT_BEGIN))
                .isEqualTo(actions(
                        "invalidate:L2", "invalidate:L1", "invalidate:TEX", "invalidate:UNIFORM", "invalidate:STATE"));
        assertThat(profile.implicitActions(ImplicitPoint.SUBMIT_END)).isEqualTo(actions("flush:L1", "flush:L2"));
    }

    @Test
    void radv_waits_are_data() {
        BarrierProfile profile = Profiles.load("radv-gfx10");
        long copy = Stage.COPY.mask();

        assertThat(StageWaits.stageWaits(profile, Stage.COMPUTE_SHADER.mask(), copy, false))
                .isEqualTo(actions("wait:COMPUTE"));
        assertThat(StageWaits.stageWaits(profile, Stages.of(Stage.VERTEX_SHADER, Stage.FRAGMENT_SHADER), copy, false))
                .isEqualTo(actions("wait:FRAGMENT"));
        assertThat(StageWaits.stageWaits(profile, Stage.VERTEX_SHADER.mask(), copy, false))
                .isEqualTo(actions("wait:VERTEX"));
        assertThat(StageWaits.stageWaits(profile, Stage.COMPUTE_SHADER.mask(), Stage.BOTTOM_OF_PIPE.mask(), false))
                .isEmpty();
        assertThat(profile.waitNotes()).isEmpty();
    }

    @Test
    void waits_with_conditions_in_words_are_listed_and_not_applied() {
        BarrierProfile profile = Profiles.load("anv");

        assertThat(StageWaits.stageWaits(profile, Stage.ALL_COMMANDS.mask(), Stage.ALL_COMMANDS.mask(), false))
                .isEmpty();
        assertThat(profile.waitNotes())
                .hasSize(2)
                .allSatisfy(note -> assertThat(note).contains("when "));
    }

    @Test
    void turnip_defers_a_flush_until_a_destination_of_another_domain_asks() {
        BarrierProfile profile = Profiles.load("turnip");
        PendingActions pending = new PendingActions(profile);
        pending.beginCommandBuffer();
        ResolvedActions barrier = new BarrierResolver(profile)
                .resolve(
                        Stage.COMPUTE_SHADER.mask(),
                        Access.SHADER_STORAGE_WRITE.mask(),
                        Stage.HOST.mask(),
                        Access.HOST_READ.mask(),
                        QueueCapabilities.ALL);

        assertThat(pending.take(barrier.src())).isEmpty();
        assertThat(pending.take(barrier.dst())).isEqualTo(actions("flush:L2"));
        assertThat(pending.take(barrier.dst())).isEmpty();
    }

    @Test
    void turnip_runs_pending_flushes_at_the_end_of_the_command_buffer() {
        BarrierProfile profile = Profiles.load("turnip");
        PendingActions pending = new PendingActions(profile);
        pending.beginCommandBuffer();
        pending.take(new BarrierResolver(profile)
                .sourceActions(Stage.COMPUTE_SHADER.mask(), Access.SHADER_STORAGE_WRITE.mask(), QueueCapabilities.ALL));

        assertThat(pending.endCommandBuffer()).isEqualTo(actions("flush:L2"));
    }

    @Test
    void turnips_a6xx_variant_has_no_l1() {
        long compute = Stage.COMPUTE_SHADER.mask();
        long read = Access.SHADER_STORAGE_READ.mask();

        assertThat(new BarrierResolver(Profiles.load("turnip"))
                        .destinationActions(compute, read, QueueCapabilities.ALL))
                .contains(CacheAction.invalidate("L1"));
        assertThat(new BarrierResolver(Profiles.load("turnip+a6xx"))
                        .destinationActions(compute, read, QueueCapabilities.ALL))
                .isNotEmpty()
                .doesNotContain(CacheAction.invalidate("L1"));
    }

    @Test
    void turnips_a750_quirk_follows_the_source_stage() {
        BarrierResolver quirk = new BarrierResolver(Profiles.load("turnip+a750"));

        assertThat(quirk.sourceActions(
                        Stage.COMPUTE_SHADER.mask(), Access.SHADER_STORAGE_WRITE.mask(), QueueCapabilities.ALL))
                .contains(CacheAction.flush("L2"));
        assertThat(quirk.sourceActions(Stage.COPY.mask(), Access.TRANSFER_WRITE.mask(), QueueCapabilities.ALL))
                .doesNotContain(CacheAction.flush("L2"));
    }

    @Test
    void an_unknown_profile_suggests_the_nearest() {
        assertThatThrownBy(() -> Profiles.load("radv-gfx1"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("radv-gfx10");
    }

    @Test
    void an_unknown_variant_is_an_error() {
        assertThatThrownBy(() -> Profiles.load("anv+gfx10"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("gfx9");
    }
}
