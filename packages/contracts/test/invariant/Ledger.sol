// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ERC2771Forwarder } from "@openzeppelin/contracts/metatx/ERC2771Forwarder.sol";
import { Test } from "forge-std/Test.sol";

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { TestUSDC } from "../../src/mocks/TestUSDC.sol";

/// @notice Makes every call on the escrow and keeps its own accounts, which the invariants compare with the contract.
abstract contract Ledger is Test {
    struct Record {
        uint256 paidIn;
        uint256 paidOut;
        uint256 reward;
        bytes32 terms;
        bytes32 content;
        bytes32 atSettlement;
        address worker;
        uint256 posterRatings;
        uint256 workerRatings;
    }

    ITaskEscrow public immutable escrow;
    TestUSDC public immutable usdc;
    ERC2771Forwarder public immutable forwarder;
    address public immutable arbiter;
    address public immutable owner;
    address public immutable judge;

    address[] public actors;
    address[] public treasuries;
    mapping(address actor => uint256 key) internal _keys;
    mapping(uint256 taskId => Record record) internal recordOf;
    mapping(ITaskEscrow.State from => mapping(ITaskEscrow.State to => bool legal)) private _legal;

    /// @dev The open tasks in each state, and each task's position in its list.
    mapping(ITaskEscrow.State state => uint256[] ids) internal _open;
    mapping(uint256 taskId => uint256 index) private _index;

    uint256 public created;
    uint256 public owedTotal;
    uint256 public lastTouched;
    uint256 public donated;
    uint256 public credited;
    uint256 public withdrawn;
    uint256 public illegalSteps;
    uint256 public lowered;
    uint256 public replays;
    uint256 public ownerEffects;
    uint256 public judgeEffects;
    uint256 public gainedBySilence;
    uint256 public rewrites;
    uint256 private _calls;

    string[] public actions;
    mapping(string action => uint256 count) public counts;

    constructor(ITaskEscrow escrow_, address owner_) {
        escrow = escrow_;
        usdc = TestUSDC(escrow_.usdc());
        forwarder = ERC2771Forwarder(escrow_.trustedForwarder());
        arbiter = _known("arbiter");
        judge = _known("judge");
        owner = owner_;
        treasuries.push(escrow_.treasury());
        treasuries.push(_known("second treasury"));
        _known("treasury");
        for (uint256 i = 0; i < 4; ++i) {
            address actor = _known(vm.toString(i));
            actors.push(actor);
            usdc.mint(actor, 1e15);
            vm.prank(actor);
            usdc.approve(address(escrow), type(uint256).max);
        }
        _allow(ITaskEscrow.State.None, ITaskEscrow.State.Funded);
        _allow(ITaskEscrow.State.Funded, ITaskEscrow.State.Funded);
        _allow(ITaskEscrow.State.Funded, ITaskEscrow.State.Started);
        _allow(ITaskEscrow.State.Funded, ITaskEscrow.State.Cancelled);
        _allow(ITaskEscrow.State.Funded, ITaskEscrow.State.Expired);
        _allow(ITaskEscrow.State.Started, ITaskEscrow.State.Submitted);
        _allow(ITaskEscrow.State.Started, ITaskEscrow.State.Expired);
        _allow(ITaskEscrow.State.Submitted, ITaskEscrow.State.ChangesRequested);
        _allow(ITaskEscrow.State.Submitted, ITaskEscrow.State.Approved);
        _allow(ITaskEscrow.State.Submitted, ITaskEscrow.State.Rejected);
        _allow(ITaskEscrow.State.ChangesRequested, ITaskEscrow.State.Submitted);
        _allow(ITaskEscrow.State.ChangesRequested, ITaskEscrow.State.Approved);
        _allow(ITaskEscrow.State.ChangesRequested, ITaskEscrow.State.Expired);
        _allow(ITaskEscrow.State.Rejected, ITaskEscrow.State.Refunded);
        _allow(ITaskEscrow.State.Rejected, ITaskEscrow.State.Disputed);
        _allow(ITaskEscrow.State.Disputed, ITaskEscrow.State.Resolved);
        _allow(ITaskEscrow.State.Approved, ITaskEscrow.State.Approved);
    }

    /// @dev An account that can sign.
    function _known(string memory name) internal returns (address account) {
        uint256 key;
        (account, key) = makeAddrAndKey(name);
        _keys[account] = key;
    }

    function _allow(ITaskEscrow.State from, ITaskEscrow.State to) private {
        _legal[from][to] = true;
    }

    /// @dev Executes and records a step. If the escrow reverts, the step reverts and fails the run.
    function _step(string memory action, uint256 id, address caller, bytes memory call) internal {
        _count(action);
        lastTouched = id;
        ITaskEscrow.Task memory task = escrow.getTask(id);
        ITaskEscrow.State from = task.state;
        if (from != ITaskEscrow.State.None) {
            owedTotal -= owed(task);
            if (!task.settled) _unlist(id, from);
        }
        bytes32 termsBefore = task.settled ? _withoutRatings(task) : bytes32(0);
        (uint256 rewardBefore, uint256 deadlineBefore) = (task.reward, task.deadline);
        (uint256 heldBefore, uint256 creditsBefore) = (_held(), totalCredits());
        _call(caller, call);
        (uint256 held, uint256 credits) = (_held(), totalCredits());
        credited += credits - creditsBefore;

        Record storage record = recordOf[id];
        if (held > heldBefore) record.paidIn += held - heldBefore;
        else record.paidOut += heldBefore - held;

        task = escrow.getTask(id);
        owedTotal += owed(task);
        if (!_legal[from][task.state]) ++illegalSteps;
        bool stillOpen = from == ITaskEscrow.State.Funded && task.state == from;
        if (stillOpen && (task.reward < rewardBefore || task.deadline < deadlineBefore)) ++lowered;
        if (from == ITaskEscrow.State.None) record.terms = termsOf(task);
        if (from == ITaskEscrow.State.Funded) record.worker = task.worker;
        if (termsBefore != 0 && termsBefore != _withoutRatings(task)) ++rewrites;
        if (task.settled) record.atSettlement = keccak256(abi.encode(task));
        else _list(id, task.state);
    }

    /// @dev A settled task but for what the ratings change.
    function _withoutRatings(ITaskEscrow.Task memory task) private pure returns (bytes32) {
        (bool posterMayRate, bool workerMayRate) = (task.posterMayRate, task.workerMayRate);
        (task.posterMayRate, task.workerMayRate) = (false, false);
        bytes32 rest = keccak256(abi.encode(task));
        (task.posterMayRate, task.workerMayRate) = (posterMayRate, workerMayRate);
        return rest;
    }

    /// @dev What an account has got: in its wallet, and credited.
    function _wealth(address account) internal view returns (uint256) {
        return usdc.balanceOf(account) + escrow.credits(account);
    }

    /// @dev A step that anyone takes because `silent` missed its own; `silent` may get at most `most`.
    function _timeout(string memory action, uint256 id, address sender, bytes memory call, address silent, uint256 most) internal {
        uint256 before = _wealth(silent);
        _step(action, id, sender, call);
        if (_wealth(silent) - before > most) ++gainedBySilence;
    }

    function _list(uint256 id, ITaskEscrow.State state) private {
        _index[id] = _open[state].length;
        _open[state].push(id);
    }

    function _unlist(uint256 id, ITaskEscrow.State state) private {
        uint256[] storage ids = _open[state];
        uint256 last = ids[ids.length - 1];
        ids[_index[id]] = last;
        _index[last] = _index[id];
        ids.pop();
    }

    /// @dev Makes the call directly or by a request that the caller signed, at random. The owner has no choice.
    function _call(address caller, bytes memory call) internal {
        if (_keys[caller] != 0 && uint256(keccak256(abi.encode(call, ++_calls))) % 2 == 0) {
            _count("forwarded");
            return _forward(caller, call);
        }
        vm.prank(caller);
        (bool ok, bytes memory reason) = address(escrow).call(call);
        if (ok) return;
        assembly ("memory-safe") {
            revert(add(reason, 32), mload(reason))
        }
    }

    /// @dev Anyone sends the request, and then tries to send it again.
    function _forward(address caller, bytes memory call) private {
        ERC2771Forwarder.ForwardRequestData memory request = _request(caller, call);
        forwarder.execute(request);
        try forwarder.execute(request) {
            ++replays;
        } catch {}
    }

    function _request(
        address caller,
        bytes memory call
    ) internal view virtual returns (ERC2771Forwarder.ForwardRequestData memory);

    /// @dev Replays a used message, which must revert or have no effect.
    function _replay(uint256 id, address caller, bytes memory call) internal {
        bytes32 before = keccak256(abi.encode(escrow.getTask(id), _held()));
        vm.prank(caller);
        (bool ok, ) = address(escrow).call(call);
        if (ok && keccak256(abi.encode(escrow.getTask(id), _held())) != before) ++replays;
    }

    function _count(string memory action) internal {
        if (counts[action]++ == 0) actions.push(action);
    }

    /// @dev The amount that the escrow holds for open tasks.
    function _held() private view returns (uint256) {
        return usdc.balanceOf(address(escrow)) - donated - totalCredits();
    }

    function totalCredits() public view returns (uint256 total) {
        for (uint256 i = 0; i < actors.length; ++i) total += escrow.credits(actors[i]);
        for (uint256 i = 0; i < treasuries.length; ++i) total += escrow.credits(treasuries[i]);
    }

    /// @notice The amount that the escrow owes for a task, derived from its state alone.
    function owed(ITaskEscrow.Task memory task) public pure returns (uint256) {
        if (task.settled) return 0;
        if (task.state == ITaskEscrow.State.Funded) return task.reward;
        if (task.state == ITaskEscrow.State.Approved) return task.stake;
        return uint256(task.reward) + task.stake;
    }

    /// @notice The hash of the fields of a task that must never change.
    function termsOf(ITaskEscrow.Task memory t) public pure returns (bytes32) {
        bytes memory money = abi.encode(t.poster, t.mode, t.maxChangeRounds, t.stake, t.judge);
        bytes memory times = abi.encode(
            t.workWindow,
            t.reviewWindow,
            t.resubmitWindow,
            t.contestWindow,
            t.ruleWindow,
            t.rateWindow
        );
        return keccak256(abi.encode(money, times));
    }

    /// @notice A digest of all tasks, credits and the balance.
    function entitlements() public view returns (bytes32 digest) {
        for (uint256 id = 1; id <= created; ++id) digest = keccak256(abi.encode(digest, escrow.getTask(id)));
        for (uint256 i = 0; i < actors.length; ++i) digest = keccak256(abi.encode(digest, escrow.credits(actors[i])));
        for (uint256 i = 0; i < treasuries.length; ++i) {
            digest = keccak256(abi.encode(digest, escrow.credits(treasuries[i])));
        }
        return keccak256(abi.encode(digest, usdc.balanceOf(address(escrow))));
    }

    /// @notice This ledger's accounts for a task.
    function recordFor(uint256 id) external view returns (Record memory) {
        return recordOf[id];
    }

    function actorCount() external view returns (uint256) {
        return actors.length;
    }
}
