# SPDX-License-Identifier: Apache-2.0
"""The package against a real simulator, which SLUICE names."""

import json
import os
import pathlib
import shutil
import tempfile
import time
import unittest
from unittest import mock

import sluice

DEVICES = pathlib.Path(__file__).parents[2] / "configs" / "devices"
SMALL = """\
sluice: 1
name: small
device: seed-discrete-l2
memory:
  - {name: local, size: 64KiB, properties: [DEVICE_LOCAL]}
buffers:
  - {name: x, memory: local, size: 4096}
kernels:
  fill:
    localSize: [64, 1, 1]
    bindings: {x: storage}
    code: store.u32 x[gid] = gid
program:
  - queueSubmit:
      queue: universal.0
      commands:
        - dispatch: {kernel: fill, groups: [16, 1, 1], bind: {x: x}}
      fence: done
  - waitForFences: [done]
"""


class RunTest(unittest.TestCase):
    def test_a_preset_runs_on_the_device_that_is_asked_for(self):
        result = sluice.run("upload-scale-readback", "nvidia-v100")
        self.assertEqual("nvidia-v100", result["device"])
        self.assertGreater(result["cycles"], 0)
        self.assertTrue(result.clean)

    def test_keys_of_the_device_are_changed_by_names_with_underscores(self):
        result = sluice.run(SMALL, caches__l2__size="1MiB")
        self.assertEqual(1 << 20, result["resolvedDevice"]["caches"]["l2"]["size"])

    def test_keys_of_the_device_are_changed_by_names_with_dots(self):
        result = sluice.run(SMALL, set={"caches.l2.size": "1MiB"})
        self.assertEqual(1 << 20, result["resolvedDevice"]["caches"]["l2"]["size"])

    def test_a_text_is_a_stream(self):
        self.assertEqual(["dispatch"], [row["kind"] for row in sluice.run(SMALL).rows("commands")])

    def test_json_in_one_line_is_a_stream_too(self):
        stream = {"sluice": 1, "name": "nothing", "device": "tiny-2", "program": []}
        self.assertEqual("nothing", sluice.run(json.dumps(stream))["stream"])

    def test_a_file_is_found_after_the_folder_changed(self):
        before = os.getcwd()
        sluice.version()
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "small.yaml").write_text(SMALL, encoding="utf-8")
            shutil.copy(DEVICES / "tiny-1.yaml", pathlib.Path(folder, "mine.yaml"))
            os.chdir(folder)
            try:
                self.assertTrue(sluice.run("small.yaml", "mine.yaml").clean)
            finally:
                os.chdir(before)

    def test_bad_input_raises_with_the_line_and_the_exit_code(self):
        with self.assertRaises(sluice.SluiceError) as raised:
            sluice.run(SMALL.replace("gid\n", "gidd\n"))
        self.assertEqual(2, raised.exception.exit_code)
        self.assertRegex(str(raised.exception), r"yaml:\d+:\d+.*gidd")

    def test_options_and_commands_that_there_are_not_have_the_exit_code_of_bad_input(self):
        for wrong in (lambda: sluice.run(SMALL, options={"optimall": True}), lambda: sluice.call("nope")):
            with self.assertRaises(sluice.SluiceError) as raised:
                wrong()
            self.assertEqual(2, raised.exception.exit_code)

    def test_the_stepper_finds_no_commands_where_the_requests_come_from(self):
        self.assertIn("step", sluice.call("step", "scenarios/stale-l1-broken"))
        self.assertTrue(sluice.run(SMALL).clean)

    def test_numbers_of_other_libraries_are_numbers(self):
        class Int64:
            def item(self):
                return 5

        result = sluice.run(SMALL, caches__l2__latency=Int64())
        self.assertEqual(5, result["resolvedDevice"]["caches"]["l2"]["latency"])

    def test_bytes_are_no_text(self):
        with self.assertRaisesRegex(TypeError, "b'1MiB' is neither a number nor a text"):
            sluice.run(SMALL, caches__l2__size=b"1MiB")

    def test_keys_of_the_device_are_given_as_a_dictionary(self):
        for keys in ("caches.l2.size=1MiB", ["caches.l2.size=1MiB"], {1: 2}):
            for method, needed in ((sluice.run, {}), (sluice.replay, {"device": "tiny-1"}), (sluice.sweep, {"vary": {}})):
                with self.assertRaisesRegex(TypeError, rf"{method.__name__}\(\) takes a dictionary of keys for set"):
                    method(SMALL, set=keys, **needed)

    def test_a_name_where_several_devices_are_compared_is_one_device(self):
        with self.assertRaisesRegex(sluice.SluiceError, "nothing to compare with"):
            sluice.compare(SMALL, "tiny-1")
        self.assertEqual("tiny-2", sluice.compare(SMALL, ("tiny-1", "tiny-2"))["b"]["device"])

    def test_values_to_vary_are_given_by_key(self):
        for vary in (None, ["caches.l2.size"], {1: [2]}):
            with self.assertRaisesRegex(TypeError, "a dictionary of keys for vary"):
                sluice.sweep("upload-scale-readback", vary=vary)

    def test_an_infinite_number_is_told_before_it_is_sent(self):
        for number in (float("inf"), float("nan")):
            with self.assertRaisesRegex(ValueError, "run.. takes finite numbers alone"):
                sluice.run(SMALL, set={"caches.l1.ways": number})

    def test_half_a_character_in_a_text_is_told_with_its_line(self):
        with self.assertRaisesRegex(ValueError, r"line 2 of the stream has '.ud800', which is no character"):
            sluice.run(SMALL.replace("name: small", "name: \ud800"))

    def test_what_a_run_did_not_have_has_no_rows(self):
        self.assertEqual([], sluice.run(SMALL).rows("tlb"))

    def test_a_trace_is_replayed_on_a_changed_device(self):
        with tempfile.TemporaryDirectory() as folder:
            trace = pathlib.Path(folder, "t.csv")
            trace.write_text("address\n0\n128\n256\n0\n", encoding="utf-8")
            two_ways = sluice.replay(trace, "tiny-1", outstanding=1)
            four_ways = sluice.replay(trace, "tiny-1", outstanding=1, caches__l1__ways=4)
        self.assertEqual(0, two_ways["caches"]["l1"]["readHits"])
        self.assertEqual(1, four_ways["caches"]["l1"]["readHits"])
        with self.assertRaisesRegex(TypeError, r"replay\(\) has no option 'wais'"):
            sluice.replay(trace, "tiny-1", wais=4)

    def test_a_mistyped_option_is_told(self):
        with self.assertRaisesRegex(TypeError, "no option 'profil'"):
            sluice.run(SMALL, profil="l2")

    def test_a_mistyped_key_is_told(self):
        with self.assertRaisesRegex(sluice.SluiceError, "did you mean"):
            sluice.run(SMALL, caches__l2__sise="1MiB")

    def test_findings_are_no_error(self):
        result = sluice.run("scenarios/transfer-write-shader-read-broken")
        self.assertEqual(1, result.exit_code)
        self.assertFalse(result.clean)


class RowsTest(unittest.TestCase):
    def test_an_object_of_objects_gives_a_row_each(self):
        rows = sluice.Result({"caches": {"l1": {"reads": 1}, "l2": {"reads": 2}}}).rows("caches")
        self.assertEqual([{"name": "l1", "reads": 1}, {"name": "l2", "reads": 2}], rows)

    def test_inner_objects_get_names_with_dots(self):
        rows = sluice.Result({"commands": [{"id": 1, "stages": {"COPY": {"start": 5}}}]}).rows("commands")
        self.assertEqual([{"id": 1, "stages.COPY.start": 5}], rows)

    def test_a_missing_part_names_those_there_are(self):
        with self.assertRaisesRegex(KeyError, "caches"):
            sluice.Result({"caches": {}}).rows("cache")

    def test_a_frame_has_the_rows_or_tells_that_pandas_is_missing(self):
        rows = [{"a": 1}, {"a": 2}]
        try:
            import pandas  # noqa: F401
        except ImportError:
            with self.assertRaisesRegex(ImportError, "pip install pandas"):
                sluice.frame(rows)
        else:
            self.assertEqual([1, 2], list(sluice.frame(rows)["a"]))


class SweepTest(unittest.TestCase):
    def test_all_combinations_come_in_order(self):
        points = sluice.sweep(SMALL, vary={"caches.l2.size": ["1MiB", "2MiB"], "caches.l2.replacement": ["lru", "fifo"]})
        self.assertEqual(
            [("1MiB", "lru"), ("1MiB", "fifo"), ("2MiB", "lru"), ("2MiB", "fifo")],
            [(p.settings["caches.l2.size"], p.settings["caches.l2.replacement"]) for p in points],
        )
        self.assertTrue(all(p["timingOnly"] for p in points))

    def test_a_sweep_gives_what_single_runs_give(self):
        points = sluice.sweep(SMALL, vary={"caches.l2.latency": [20, 200]})
        single = [sluice.run(SMALL, timing_only=True, caches__l2__latency=n)["cycles"] for n in (20, 200)]
        self.assertEqual(single, [p["cycles"] for p in points])
        self.assertLess(single[0], single[1])

    def test_a_sweep_of_traces_gives_what_single_replays_give(self):
        with tempfile.TemporaryDirectory() as folder:
            trace = pathlib.Path(folder, "t.csv")
            trace.write_text("address\n0\n128\n256\n0\n", encoding="utf-8")
            points = sluice.sweep(
                trace, "tiny-1", replay=True, outstanding=1, vary={"caches.l1.ways": [2, 4]}
            )
            single = [sluice.replay(trace, "tiny-1", outstanding=1, caches__l1__ways=n)["caches"] for n in (2, 4)]
        self.assertEqual(single, [p["caches"] for p in points])
        self.assertEqual([0, 1], [p["caches"]["l1"]["readHits"] for p in points])
        self.assertEqual([str(trace)] * 2, [p.settings["stream"] for p in points])

    def test_further_options_are_given_by_name(self):
        for options in ([("analyze", True)], {1: 2}):
            for method, needed in ((sluice.run, {}), (sluice.replay, {"device": "tiny-1"}), (sluice.sweep, {"vary": {}})):
                with self.assertRaisesRegex(TypeError, rf"{method.__name__}\(\) takes options as a dictionary of names"):
                    method(SMALL, options=options, **needed)

    def test_what_only_streams_or_only_traces_have_is_refused_of_the_others(self):
        with self.assertRaisesRegex(TypeError, "a profile for traces, which have no barriers"):
            sluice.sweep("t.csv", "tiny-1", replay=True, vary={"profile": ["l2"]})
        with self.assertRaisesRegex(TypeError, "format or outstanding, which are of traces"):
            sluice.sweep(SMALL, outstanding=1, vary={"seed": [1]})

    def test_a_combination_that_is_refused_leaves_the_others(self):
        points = sluice.sweep(SMALL, vary={"caches.l2.ways": (ways for ways in (16, 7))})
        self.assertGreater(points[0]["cycles"], 0)
        self.assertIsNone(points[0].error)
        self.assertEqual({}, points[1])
        self.assertEqual(2, points[1].error.exit_code)

    def test_a_sweep_varies_what_a_run_is_told_beside_keys(self):
        points = sluice.sweep(
            SMALL, vary={"device": ["tiny-1", "nvidia-v100"], "profile": ["l2", "nvk"], "seed": [0, 7]}
        )
        told = [("tiny-1", "l2", 0), ("tiny-1", "l2", 7), ("tiny-1", "nvk", 0), ("tiny-1", "nvk", 7)]
        self.assertEqual(told, [(p.settings["device"], p.settings["profile"], p.settings["seed"]) for p in points[:4]])
        self.assertEqual(8, len(points))
        for point in points:
            for key in ("device", "profile", "seed"):
                self.assertEqual(point.settings[key], point[key])

    def test_what_a_sweep_varies_has_no_fixed_value(self):
        with self.assertRaisesRegex(TypeError, "'device' both as an argument and in vary"):
            sluice.sweep(SMALL, "tiny-1", vary={"device": ["tiny-1"]})
        with self.assertRaisesRegex(TypeError, "'caches.l2.ways' both as a fixed key and in vary"):
            sluice.sweep(SMALL, vary={"caches.l2.ways": [8]}, caches__l2__ways=16)
        with self.assertRaisesRegex(TypeError, "varies no 'stream.name'"):
            sluice.sweep(SMALL, vary={"stream.name": ["x"]})

    def test_a_sweep_refuses_a_value_that_is_there_twice(self):
        with self.assertRaisesRegex(TypeError, "'8' twice for 'caches.l2.ways'"):
            sluice.sweep(SMALL, vary={"caches.l2.ways": [8, 16, "8"]})

    def test_a_sweep_of_which_all_is_refused_raises(self):
        with self.assertRaises(sluice.SluiceError):
            sluice.sweep(SMALL, vary={"caches.l2.ways": [7]})

    def test_a_mistyped_option_is_told(self):
        with self.assertRaisesRegex(TypeError, r"sweep\(\) has no option 'max_cycle'"):
            sluice.sweep(SMALL, vary={"caches.l2.latency": [20]}, max_cycle=1000)

    def test_keys_of_the_device_hold_for_all_points(self):
        single = sluice.run(SMALL, timing_only=True, caches__l2__latency=200)["cycles"]
        points = sluice.sweep(SMALL, vary={"caches.l2.size": ["4MiB"]}, **{"caches.l2.latency": 200})
        self.assertEqual([single], [p["cycles"] for p in points])
        self.assertNotEqual(single, sluice.run(SMALL, timing_only=True)["cycles"])


class ProcessTest(unittest.TestCase):
    def test_a_missing_launcher_is_told(self):
        with self.assertRaisesRegex(sluice.SluiceError, "nowhere"):
            sluice.Simulator(launcher="/nowhere/sluice")

    def test_what_is_no_simulator_is_told(self):
        with sluice.Simulator(launcher=["sh", "-c", "echo oh no >&2; exit 3"]) as simulator:
            with self.assertRaisesRegex(sluice.SluiceError, "exit code 3: oh no"):
                simulator.version()

    def test_a_simulator_that_is_about_to_end_is_told_with_its_exit_code(self):
        closing = ["sh", "-c", "exec <&-; echo oh no >&2; sleep 0.5; exit 3"]
        with sluice.Simulator(launcher=closing) as simulator:
            time.sleep(0.2)
            with self.assertRaisesRegex(sluice.SluiceError, "exit code 3: oh no"):
                simulator.version()

    def test_what_prints_more_than_answers_is_told(self):
        with sluice.Simulator(launcher=["sh", "-c", "echo welcome; exec cat >&2"]) as simulator:
            with self.assertRaisesRegex(sluice.SluiceError, "it printed 'welcome', which answers nothing"):
                simulator.version()

    def test_what_the_simulator_cannot_read_is_told(self):
        nested = []
        for _ in range(600):
            nested = [nested]
        for options in ({"seed": 10**2000}, {"set": {"caches.\ud800": 1}}, {"options": {"set": nested}}):
            with self.assertRaisesRegex(sluice.SluiceError, "not JSON"):
                sluice.run(SMALL, **options)
        self.assertTrue(sluice.run(SMALL).clean)

    def test_ctrl_c_in_a_sweep_stops_all_of_its_points(self):
        with tempfile.TemporaryDirectory() as folder:
            asked = pathlib.Path(folder) / "asked"
            with sluice.Simulator(launcher=["sh", "-c", 'exec cat > "$0"', str(asked)]) as simulator:
                with mock.patch.object(simulator._process, "wait", side_effect=KeyboardInterrupt):
                    with self.assertRaises(KeyboardInterrupt):
                        simulator.sweep(SMALL, vary={"seed": [1, 2, 3]})
            requests = [json.loads(line) for line in asked.read_text(encoding="utf-8").splitlines()]
        runs = [request["id"] for request in requests if request["method"] == "run"]
        self.assertEqual(3, len(runs))
        self.assertEqual(runs, [request["params"]["id"] for request in requests if request["method"] == "cancel"])

    def test_a_value_that_cannot_be_sent_stops_the_points_before_it(self):
        with tempfile.TemporaryDirectory() as folder:
            asked = pathlib.Path(folder) / "asked"
            with sluice.Simulator(launcher=["sh", "-c", 'exec cat > "$0"', str(asked)]) as simulator:
                with self.assertRaisesRegex(ValueError, "finite"):
                    simulator.sweep(SMALL, vary={"caches.l2.throughput": [1, float("nan")]})
            methods = [json.loads(line)["method"] for line in asked.read_text(encoding="utf-8").splitlines()]
        self.assertEqual(["run", "cancel"], methods)

    def test_a_simulator_that_ends_in_a_sweep_is_told_with_its_exit_code(self):
        with sluice.Simulator(launcher=["sh", "-c", "read line; echo oh no >&2; exit 3"]) as simulator:
            with self.assertRaisesRegex(sluice.SluiceError, "exit code 3: oh no"):
                simulator.sweep(SMALL, vary={"seed": [1, 2, 3]})

    def test_a_closed_simulator_tells_so(self):
        simulator = sluice.Simulator()
        simulator.close()
        with self.assertRaisesRegex(sluice.SluiceError, "closed"):
            simulator.version()

    def test_any_command_can_be_called(self):
        self.assertIn("nvidia-v100", sluice.call("describe", "nvidia-v100"))
        self.assertIn("nvidia-v100", sluice.devices())

    def test_a_description_of_several_lines_is_one_text(self):
        policies = sluice.policies()
        self.assertNotIn("", policies)
        self.assertEqual(
            policies["hawkeye"],
            "evicts lines whose origin OPT would not have kept, learnt from sampled sets; else the oldest",
        )


if __name__ == "__main__":
    unittest.main()
