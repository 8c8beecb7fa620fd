(function () {
  var table = document.getElementById("points");
  var body = table.tBodies[0];
  var heads = Array.prototype.slice.call(table.tHead.rows[0].cells);
  function key(row, column) {
    var cell = row.cells[column];
    var number = cell.getAttribute("data-v");
    return number === null ? cell.textContent : Number(number);
  }
  heads.forEach(function (head, column) {
    head.addEventListener("click", function () {
      var down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      var rows = Array.prototype.slice.call(body.rows);
      rows.sort(function (a, b) {
        var x = key(a, column);
        var y = key(b, column);
        if (x === "" || y === "") {
          return x === y ? 0 : x === "" ? 1 : -1;
        }
        var order = x < y ? -1 : x > y ? 1 : 0;
        return down ? -order : order;
      });
      rows.forEach(function (row) { body.appendChild(row); });
    });
  });
})();
