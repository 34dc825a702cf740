// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { EscrowErrors } from "../../src/libraries/EscrowErrors.sol";
import { TestUSDC } from "../../src/mocks/TestUSDC.sol";
import { Wallet1271 } from "../mocks/Wallet1271.sol";
import { Base } from "../Base.t.sol";

contract StakeAndStartWithAuthorization is Base {
    function setUp() public override {
        super.setUp();
        vm.prank(worker);
        usdc.approve(address(escrow), 0);
    }

    function startWith(uint256 id, ITaskEscrow.Authorization memory authorization) private {
        startWith(id, agreed(), noVoucher(), authorization);
    }

    function startWith(
        uint256 id,
        bytes32 agreedTerms,
        ITaskEscrow.SelectionVoucher memory voucher,
        ITaskEscrow.Authorization memory authorization
    ) private {
        vm.prank(stranger);
        escrow.stakeAndStartWithAuthorization(id, agreedTerms, voucher, authorization);
    }

    function test_WhenTheWorkerSignedForThisTask() public {
        uint256 id = funded();
        ITaskEscrow.Authorization memory authorization = startOf(id);
        uint256 before = usdc.balanceOf(worker);
        expectEvent();
        emit ITaskEscrow.TaskStarted(id, poster, worker, STAKE, block.timestamp + terms().windows.work);
        startWith(id, authorization);
        assertState(id, ITaskEscrow.State.Started);
        assertEq(escrow.getTask(id).worker, worker);
        assertEq(before - usdc.balanceOf(worker), STAKE);
        assertEq(usdc.balanceOf(address(escrow)), REWARD + STAKE);
        assertTrue(usdc.authorizationState(worker, escrow.startNonce(id, agreed())));
    }

    function test_WhenThePosterSelectedTheWorker() public {
        uint256 id = create(selectionTerms());
        bytes32 offered = agreed(poster, selectionTerms());
        ITaskEscrow.SelectionVoucher memory voucher = voucherFor(posterKey, id, worker, block.timestamp);
        startWith(id, offered, voucher, startBy(workerKey, worker, id, offered));
        assertEq(escrow.getTask(id).worker, worker);
    }

    /// @dev The signature over nothing is still the worker's agreement.
    function test_ZS1_GivenTheTaskHasNoStake() public {
        uint256 id = create(freeTerms());
        (address poor, uint256 key) = makeAddrAndKey("poor");
        bytes32 offered = agreed(poster, freeTerms());
        bytes32 nonce = escrow.startNonce(id, offered);
        ITaskEscrow.SelectionVoucher memory voucher = voucherFor(posterKey, id, poor, block.timestamp);
        ITaskEscrow.Authorization memory forged = authorizationTo(address(escrow), workerKey, poor, 0, nonce);
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        startWith(id, offered, voucher, forged);
        startWith(id, offered, voucher, authorizationTo(address(escrow), key, poor, 0, nonce));
        assertEq(escrow.getTask(id).worker, poor);
        assertEq(usdc.balanceOf(address(escrow)), REWARD);
    }

    function test_RevertWhen_ThePosterSelectedAnotherWorker() public {
        uint256 id = create(selectionTerms());
        bytes32 offered = agreed(poster, selectionTerms());
        ITaskEscrow.SelectionVoucher memory voucher = voucherFor(posterKey, id, stranger, block.timestamp);
        ITaskEscrow.Authorization memory authorization = startBy(workerKey, worker, id, offered);
        expectInvalidSignature(poster);
        startWith(id, offered, voucher, authorization);
    }

    function test_WhenAContractWalletSignedForThisTask() public {
        address wallet = address(new Wallet1271(worker));
        usdc.mint(wallet, STAKE);
        uint256 id = funded();
        startWith(id, startBy(workerKey, wallet, id, agreed()));
        assertEq(escrow.getTask(id).worker, wallet);
        assertEq(usdc.balanceOf(wallet), 0);
    }

    function test_RevertWhen_TheSignerIsThePosterOrTheArbiter() public {
        uint256 id = funded();
        ITaskEscrow.Authorization memory authorization = startBy(posterKey, poster, id, agreed());
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.ConflictOfInterest.selector, id, poster));
        startWith(id, authorization);
        (, uint256 key) = makeAddrAndKey("arbiter");
        authorization = startBy(key, arbiter, id, agreed());
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.ConflictOfInterest.selector, id, arbiter));
        startWith(id, authorization);
    }

    function test_RevertWhen_TheTermsAreNotThoseThatTheWorkerSigned() public {
        uint256 id = funded();
        ITaskEscrow.Authorization memory authorization = startBy(workerKey, worker, id, TEXT);
        expectWrongTerms(id, TEXT, agreed());
        startWith(id, TEXT, noVoucher(), authorization);
    }

    function test_RevertGiven_TheTimeToStartIsOver() public {
        uint256 id = funded();
        warpPast(id);
        ITaskEscrow.Authorization memory authorization = startOf(id);
        expectDeadlinePassed(id);
        startWith(id, authorization);
    }

    function test_RevertGiven_AnotherWorkerWasFaster() public {
        uint256 id = funded();
        ITaskEscrow.Authorization memory authorization = startOf(id);
        vm.prank(stranger);
        escrow.stakeAndStart(id, agreed(), noVoucher());
        expectWrongState(id, ITaskEscrow.State.Started);
        startWith(id, authorization);
    }

    function test_RevertWhen_AnotherKeySigned() public {
        uint256 id = funded();
        ITaskEscrow.Authorization memory authorization = startBy(posterKey, worker, id, agreed());
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        startWith(id, authorization);
    }
}
