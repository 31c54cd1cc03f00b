-- For wrk: send the requests of a file in turn, again from the first after the last.
-- A NUL follows each request. Print what was measured as JSON on a line of its own.

local requests = {}
local sent = 0

function init(arguments)
  local file = assert(io.open(arguments[1], "rb"))
  for text in file:read("*a"):gmatch("%Z+") do
    requests[#requests + 1] = text
  end
  file:close()
end

function request()
  sent = sent + 1
  return requests[(sent - 1) % #requests + 1]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests": %d, "microseconds": %d, "p99": %d, "refused": %d, "broken": %d, "late": %d}\n',
    summary.requests, summary.duration, latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write, errors.timeout
  ))
end
